# Tries to use Postgres to read and write files, run programs, and become its superuser.
# Must fail: `app` is no superuser and has none of the roles that give access to the server's machine.
# Needs: postgres
breach() { printf 'BREACH: %s\n' "$1"; }
works() { timeout 5 psql -XqtA -v ON_ERROR_STOP=1 -c "$1" > /tmp/answer 2>/dev/null; }
try() { works "$2" && breach "Postgres: $1"; }

try "programs can be run" "copy (select 1) to program 'true'"
works "create temp table lines (line text)"
try "programs can be read" "create temp table lines (line text); copy lines from program 'id'"
try "files can be read by COPY" "create temp table lines (line text); copy lines from '/etc/passwd'"
try "files can be written by COPY" "copy (select 1) to '/tmp/planted'"
try "files can be read by function" "select pg_read_file('postgresql.conf')"
try "binary files can be read" "select pg_read_binary_file('/etc/passwd')"
try "folders can be listed" "select pg_ls_dir('.')"
try "files can be seen" "select pg_stat_file('pg_hba.conf')"
try "large objects are read from files" "select lo_import('/etc/passwd')"
try "large objects are written to files" "select lo_export(lo_from_bytea(0, 'x'), '/tmp/planted')"
try "settings of the server can be changed" "alter system set log_statement = 'none'"
try "the server reloads" "select pg_reload_conf()"
try "password hashes can be read" "select rolpassword from pg_authid"
try "password hashes can be seen" "select passwd from pg_shadow"
try "the access rules can be read" "select * from pg_hba_file_rules"
try "the catalog can be written" "update pg_authid set rolsuper = true where rolname = 'app'"
try "app can become superuser" "alter role app superuser"
try "app can create roles" "create role planted superuser"
try "app can give itself roles" "grant pg_execute_server_program, pg_read_server_files, pg_write_server_files to app"
try "app can take the superuser's role" "set role postgres; select 1"
try "app can take the superuser's session" "set session authorization postgres; select 1"
try "the superuser's settings can be changed" "alter role postgres set search_path = public"
try "everybody's settings can be changed" "alter role all set search_path = public"
try "the database postgres can be changed" "alter database postgres set search_path = public"
try "libraries can be loaded" "load 'auto_explain'"
try "C functions can be made" "create function planted() returns int language c as '/lib/x86_64-linux-gnu/libc.so.6', 'getpid'"
try "preloading can be set" "alter database app set session_preload_libraries = '/workspace/planted'"
try "event triggers can be made" "create function planted() returns event_trigger language plpgsql as 'begin end'; create event trigger planted on ddl_command_end execute function planted()"
try "foreign data wrappers can be made" "create foreign data wrapper planted"
for extension in file_fdw plpython3u plperlu adminpack pageinspect dblink postgres_fdw pg_read_file; do
  works "create extension if not exists $extension cascade" || continue
  case $extension in
    dblink) try "dblink connects without a password" "select * from dblink('dbname=postgres user=postgres', 'select 1') as t(n int)" ;;
    postgres_fdw) ;;
    *) breach "Postgres: the extension $extension can be made" ;;
  esac
done
try "table spaces can be made" "create tablespace planted location '/tmp'"
try "row security of others can be left out" "set session_replication_role = replica"

for user in postgres root service headwater; do
  for host in "$PGHOST" /tmp /var/run/postgresql /run/service localhost; do
    timeout 3 env PGPASSWORD=postgres psql -XqtA -h "$host" -U $user -d postgres -c "select 1" > /dev/null 2>&1 && breach "Postgres: $user gets in by $host"
  done
done
exit 0
