# Writes to places of the machine: programs, the harness, configuration, kernel settings, control groups.
# Must fail: all of these are mounted read-only, and for the kernel the writer is an ordinary user.
breach() { printf 'BREACH: %s\n' "$1"; }

for folder in / /usr /usr/bin /usr/local/bin /usr/lib /bin /lib /etc /etc/ssl /opt /opt/harness /opt/harness/python/bin \
  /opt/harness/python/lib /opt/harness/postgres /root /home /var /sys /sys/fs/cgroup /proc /proc/sys /attack /solution; do
  { : > "$folder/.planted"; } 2>/dev/null && breach "$folder can be written" && rm -f "$folder/.planted"
  mkdir "$folder/.planted-folder" 2>/dev/null && breach "$folder takes a folder" && rmdir "$folder/.planted-folder"
done
for file in /etc/passwd /etc/group /etc/hosts /etc/ld.so.cache /usr/bin/env "$(command -v python3)" "$(command -v psql)" "$0"; do
  [ -f "$file" ] && { : >> "$file"; } 2>/dev/null && breach "$file can be written"
  [ -f "$file" ] && chmod 4755 "$file" 2>/dev/null && breach "the mode of $file can be changed"
done
for tool in python3 psql; do
  path=$(command -v $tool) && mv "$path" "$path.old" 2>/dev/null && breach "$path can be renamed" && mv "$path.old" "$path"
done

# Each setting is written back as it is, so that success changes nothing.
for setting in vm/overcommit_memory vm/swappiness kernel/hostname kernel/domainname kernel/core_pattern \
  kernel/randomize_va_space net/ipv4/ip_forward net/ipv4/ip_unprivileged_port_start user/max_user_namespaces fs/file-max; do
  value=$(cat /proc/sys/$setting 2>/dev/null) || continue
  { printf '%s\n' "$value" > /proc/sys/$setting; } 2>/dev/null && breach "/proc/sys/$setting can be written"
done
for file in /proc/sysrq-trigger /proc/irq/default_smp_affinity /proc/bus/pci/devices /proc/self/uid_map /proc/self/gid_map /proc/self/setgroups; do
  { : >> "$file"; printf '' > "$file"; } 2>/dev/null && [ "${file#/proc/self}" = "$file" ] && breach "$file can be opened for writing"
done
find /sys/fs/cgroup -name cgroup.procs -writable 2>/dev/null | head -3 | while read -r file; do breach "$file can be written"; done
{ echo -900 > /proc/self/oom_score_adj; } 2>/dev/null && breach "this process can spare itself from the out-of-memory killer"
exit 0
