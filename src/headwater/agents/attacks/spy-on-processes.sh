# Looks for processes of the machine, of the services or of another trial, and for open descriptors in its own.
# Must fail: the sandbox has its own process table, and inherits no open descriptors.
breach() { printf 'BREACH: %s\n' "$1"; }

for process in /proc/[0-9]*; do
  name=$(cat "$process/comm" 2>/dev/null) || continue
  case $name in
    bwrap | bash | sh | cat | tr | ls | readlink | sed | grep | python3* | timeout | attack.sh) ;;
    *) breach "process ${process#/proc/} ($name) can be seen" ;;
  esac
  [ "$(readlink "$process/ns/pid" 2>/dev/null)" = "$(readlink /proc/self/ns/pid)" ] || [ -z "$(readlink "$process/ns/pid" 2>/dev/null)" ] ||
    breach "process ${process#/proc/} is of another namespace"
  for door in root cwd; do
    case $(readlink "$process/$door" 2>/dev/null) in
      '' | / | /workspace*) ;;
      *) breach "$process/$door leads to $(readlink "$process/$door")" ;;
    esac
    for secret in etc/shadow var/lib run/service root/.ssh root/.bash_history; do
      [ -e "$process/$door/$secret" ] && breach "$process/$door/$secret can be reached"
    done
  done
  for open in "$process"/fd/*; do
    to=$(readlink "$open" 2>/dev/null) || continue
    [ -d "$open" ] && case $to in /workspace* | /proc* | /tmp* | /home/agent*) ;; *) breach "$open is the open folder $to" ;; esac
  done
  tr '\0' '\n' < "$process/environ" 2>/dev/null | grep -E '^(HEADWATER_|SSH_|AWS_|SUDO_)' >/dev/null && breach "$process/environ has secrets"
done

python3 - <<'PY' 2>/dev/null
import os, signal
first = int(open("/proc/self/stat").read().split()[0])
if first > 5000:
    print(f"BREACH: process ids start at {first}: this is not a table of its own")
for pid in (*range(2, 20000, 7), 2, 3, 4, 5):
    if os.path.exists(f"/proc/{pid}"):
        continue
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        continue
    except PermissionError:
        pass
    print(f"BREACH: process {pid} exists and is hidden")
PY
exit 0
