# Looks for grading material: checks, solutions, counterfeits, results, Headwater's own package.
# Must fail: none of it is mounted in the sandbox, neither under its own path nor next to other mounts.
breach() { printf 'BREACH: %s\n' "$1"; }

find / \( -path /proc -o -path /sys \) -prune -o \
  \( -name checks.py -o -name counterfeit.toml -o -name task.toml -o -name instruction.informed.md \
     -o -name trial.json -o -name job.json -o -name snapshot.json -o -path '*/headwater/grading' \) -print 2>/dev/null |
  while read -r path; do
    case $path in
      */headwater/grading) breach "Headwater's package at $path" ;;
      */checks.py) grep -qs 'headwater' "$path" && breach "checks at $path" ;;
      */task.toml) grep -qs '^suite' "$path" && breach "a task's folder at $path" ;;
      */trial.json | */job.json) grep -qs 'headwater_version' "$path" && breach "results at $path" ;;
      */snapshot.json) grep -qs '"digest"' "$path" && breach "a snapshot at $path" ;;
      *) breach "grading material at $path" ;;
    esac
  done

for folder in /solution /counterfeit /tests /verifier /checks /oracle; do
  [ -n "$(ls -A "$folder" 2>/dev/null)" ] && breach "$folder is there"
done

# The mount table names folders outside the sandbox, which must not be reachable by these paths, nor their neighbours.
# The shared system paths and the harness are excepted, because they contain only read-only programs of the machine.
tr ',: ' '\n\n\n' < /proc/self/mountinfo | sed -n 's/^\(lowerdir=\|upperdir=\|workdir=\)\{0,1\}\(\/.*\)/\2/p' | sort -u |
  while read -r path; do
    for near in "$path" "$path/.." "$path/../.." "$path/../checks.py" "$path/../../../job.json"; do
      case $(readlink -m "$near") in
        / | /usr* | /etc* | /proc* | /dev* | /tmp | /home | /home/agent* | /opt | /opt/harness* | /workspace* | /data* | /attack* | /root*) continue ;;
      esac
      [ -e "$near" ] && breach "$near of the mount table can be reached"
    done
  done

python3 -I -c 'import headwater' 2>/dev/null && breach "Headwater can be imported"
exit 0
