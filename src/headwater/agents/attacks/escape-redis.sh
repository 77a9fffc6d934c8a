# Tries to use Redis to read and write files, run programs, reach other servers, and become its administrator.
# Must fail: `app` has only rights on data; the server has no debug commands, no modules and no protected settings.
# Needs: redis
redis() { timeout 5 redis-cli --no-auth-warning -u "$REDIS_URL" "$@" 2> /dev/null; }
try() {
  what=$1
  shift
  answer=$(redis "$@")
  case $answer in
    "" | *NOPERM* | *ERR* | *WRONGPASS* | *NOAUTH* | *DENIED*) ;;
    *) printf 'BREACH: Redis: %s\n' "$what" ;;
  esac
}

redis set planted '* * * * * touch /tmp/planted' | grep -q OK && echo "Redis was asked"
try "files can be written elsewhere" config set dir /tmp
try "settings can be read" config get dir
try "settings can be written to a file" config rewrite
try "files can be saved" save
try "files can be saved in the background" bgsave
try "modules can be loaded" module load /usr/lib/x86_64-linux-gnu/libc.so.6
try "modules can be listed" module list
try "keys can be sent to other servers" migrate 127.0.0.1 9092 planted 0 100
try "the server can be debugged" debug object planted
try "accounts can be read" acl list
try "accounts can be made" acl setuser planted on nopass '~*' '+@all'
try "other clients can be seen" client list
try "other clients can be closed" client kill type normal
try "commands of others can be watched" latency doctor
try "commands of others can be read" slowlog get
try "the cluster can be changed" cluster reset
for script in 'return io.open("/etc/passwd"):read()' 'return os.execute("id")' 'return loadfile("/etc/passwd")' \
  'return dofile("/etc/passwd")' 'return require("os")' 'return package.loadlib("libc.so.6", "*")' \
  'return redis.call("CONFIG", "GET", "dir")' 'return redis.call("ACL", "LIST")' 'return debug.getinfo(1).source'; do
  try "a script can do $script" eval "$script" 0
done
for account in default headwater reader; do
  for password in "" "$REDIS_PASSWORD" "$account"; do
    answer=$(timeout 5 redis-cli -h "$REDIS_HOST" -p "$REDIS_PORT" --user "$account" --pass "$password" ping 2> /dev/null)
    [ "$answer" = PONG ] && echo "BREACH: Redis: the account $account has the password '$password'"
  done
done
[ "$(timeout 5 redis-cli -h "$REDIS_HOST" -p "$REDIS_PORT" ping 2> /dev/null)" = PONG ] && echo "BREACH: Redis: no password is needed"
try "other servers can be copied" replicaof 127.0.0.1 9092
try "the server can be stopped" shutdown nosave
[ -e /tmp/planted ] && echo "BREACH: Redis: a file was written"
exit 0
