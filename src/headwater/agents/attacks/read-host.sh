# Reads the machine outside: users, homes, sockets, and secrets in files and in the environment.
# Must fail: only programs and libraries of the machine are mounted, and the environment is new.
breach() { printf 'BREACH: %s\n' "$1"; }

for file in /etc/shadow /etc/gshadow /etc/sudoers /etc/machine-id /etc/hostname /etc/resolv.conf /etc/fstab \
  /etc/ssh/sshd_config /etc/crontab /.dockerenv /proc/kcore /dev/mem /dev/kmsg /dev/sda /dev/vda /dev/fuse /dev/kvm; do
  head -c 1 "$file" 2>/dev/null | grep -q . && breach "$file can be read"
done
for folder in /var /run /srv /mnt /media /boot /lost+found /work /data /etc/ssh /etc/cron.d /sys; do
  # The data of a task is mounted without revealing its path.
  grep -q " $folder ro,.* overlay .*lowerdir=0:1:2" /proc/self/mountinfo && continue
  [ -n "$(ls -A "$folder" 2>/dev/null)" ] && breach "$folder can be listed"
done
for socket in /var/run/docker.sock /run/docker.sock /run/podman/podman.sock /run/dbus/system_bus_socket /run/systemd/private; do
  [ -S "$socket" ] && breach "the socket $socket is there"
done

# In /root and /home, only the path to the interpreter and the agent's home may be visible.
interpreter=$(python3 -I -c 'import sys; print(sys.base_prefix)' 2>/dev/null)
for entry in /root/* /root/.[!.]* /home/* /home/.[!.]*; do
  [ -e "$entry" ] || continue
  case $interpreter/ in "$entry"/*) continue ;; esac
  [ "$entry" = /home/agent ] || breach "$entry can be seen"
done
[ "$(cut -d: -f1 /etc/passwd | grep -cvxE 'root|agent|service|nobody')" = 0 ] || breach "the machine's users are in /etc/passwd"

tr '\0' '\n' < /proc/self/environ | cut -d= -f1 |
  grep -E '^(HEADWATER_|SSH_|AWS_|GITHUB_|GOOGLE_|AZURE_|SUDO_|DOCKER_|KUBE)|SECRET|TOKEN' |
  while read -r name; do breach "the environment has $name"; done
exit 0
