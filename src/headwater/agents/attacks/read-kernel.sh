# Reads tables of the kernel that exist once for the whole machine: symbols, timers, memory, its log, its traces.
# Must fail: they are empty or closed to an ordinary user without capabilities.
breach() { printf 'BREACH: %s\n' "$1"; }

for table in sched_debug timer_list vmallocinfo slabinfo pagetypeinfo kcore kmsg kpageflags kpagecount kpagecgroup mtrr acpi/wakeup; do
  timeout 1 head -c 64 /proc/$table 2> /dev/null | grep -q . && breach "/proc/$table can be read"
done
for table in kallsyms modules iomem; do
  grep -qE '(0x|^)[0-9a-f]*[1-9a-f][0-9a-f]{7}' /proc/$table 2> /dev/null && breach "/proc/$table shows addresses"
done
for process in 1 self; do
  for table in stack pagemap; do
    timeout 1 od -A n -t x1 -N 4096 /proc/$process/$table 2> /dev/null | grep -q '[1-9a-f]' && [ $process$table != selfpagemap ] &&
      breach "/proc/$process/$table can be read"
  done
done
for folder in /sys/kernel /sys/fs/bpf /sys/class /sys/module /dev/disk /dev/mapper /proc/fs /proc/driver; do
  [ -n "$(ls "$folder" 2> /dev/null | grep -v '^nfsd\{0,1\}$')" ] && case $folder in /proc/*) ;; *) breach "$folder can be listed" ;; esac
done
timeout 1 dmesg 2> /dev/null | grep -q . && breach "the kernel's log can be read"
exit 0
