# Searches the kernel's tables for origins: the cache, the job, the task, other trials, the owner of the machine.
# Must fail: neither mounts nor command lines nor control groups name a path of Headwater, a task or a person.
breach() { printf 'BREACH: %s\n' "$1"; }
OURS='/snapshots/|/trials/|/harnesses/|/scratch/|\.partial|headwater-validate|__baseline__|__informed__|counterfeit|(upper|lower|work)dir=/'

for table in /proc/self/mountinfo /proc/self/mounts /proc/self/mountstats /proc/1/mountinfo /proc/1/cmdline /proc/1/environ \
  /proc/self/cgroup /proc/1/cgroup /proc/self/maps /proc/self/net/unix /proc/locks /proc/swaps; do
  tr '\0' '\n' < $table 2> /dev/null | grep -oE "[^ ,]*($OURS)[^ ,]*" | head -3 | while read -r found; do
    breach "$table shows ${found:0:160}"
  done
done
# The fourth field is the source of a bind mount. Among users' folders, only that of the interpreter may be visible.
while read -r _ _ _ from point _; do
  case $from in
    "$point" | /home/agent*) ;;
    /home/* | /Users/*) breach "$point comes from $from" ;;
  esac
done < /proc/self/mountinfo
exit 0
