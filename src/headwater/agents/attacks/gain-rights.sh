# Tries to become more than an ordinary user: namespaces, mounts, devices, setuid programs, tracing, keys.
# Must fail: no capabilities, no new privileges, no nested user namespaces, no devices.
breach() { printf 'BREACH: %s\n' "$1"; }

[ "$(id -u)" = 0 ] && breach "this is root"
[ "$(sed -n 's/^CapEff:[[:space:]]*//p' /proc/self/status)" = 0000000000000000 ] || breach "there are effective capabilities"
[ "$(sed -n 's/^CapBnd:[[:space:]]*//p' /proc/self/status)" = 0000000000000000 ] || breach "capabilities can be gained"
[ "$(sed -n 's/^NoNewPrivs:[[:space:]]*//p' /proc/self/status)" = 1 ] || breach "setuid programs would work"

for flags in -U -Ur -m -n -p -i -u -C "-Urm" "-Urn"; do
  unshare $flags -f true 2>/dev/null && breach "unshare $flags works"
done
for kind in mnt net pid user ipc uts; do
  nsenter --$([ $kind = mnt ] && echo mount || echo $kind)=/proc/1/ns/$kind true 2>/dev/null && breach "the $kind namespace of process 1 can be entered"
done
mkdir -p /tmp/target
mount -t tmpfs none /tmp/target 2>/dev/null && breach "tmpfs can be mounted" && umount /tmp/target
mount --bind /workspace /tmp/target 2>/dev/null && breach "a folder can be mounted" && umount /tmp/target
mount -o remount,rw /usr 2>/dev/null && breach "/usr can be made writable"
umount /usr 2>/dev/null && breach "/usr can be unmounted"
chroot / true 2>/dev/null && breach "chroot works"
for folder in /tmp /workspace /dev; do
  mknod $folder/disk b 254 0 2>/dev/null && breach "a block device can be made in $folder" && rm -f $folder/disk
  mknod $folder/memory c 1 1 2>/dev/null && breach "a character device can be made in $folder" && rm -f $folder/memory
done
for command in "su -c id" "sudo -n id" "pkexec id" "newgrp root" "doas id"; do
  timeout 2 $command < /dev/null 2>/dev/null | grep -q 'uid=0' && breach "$command gives root"
done
cp "$(command -v id)" /workspace/.id 2>/dev/null && chmod 6755 /workspace/.id && /workspace/.id 2>/dev/null | grep -q 'euid=0' && breach "a setuid copy gives root"
rm -f /workspace/.id
python3 - <<'PY'
import ctypes, fcntl, os, socket, termios
libc = ctypes.CDLL(None, use_errno=True)
def breach(what):
    print(f"BREACH: {what}", flush=True)
def ok(result):
    return result == 0
for uid in (0, 20002):
    if ok(libc.setuid(uid)):
        breach(f"setuid({uid}) works")
    if ok(libc.setgid(uid)):
        breach(f"setgid({uid}) works")
if ok(libc.sethostname(b"headwater", 9)):
    breach("the host name can be set")
if ok(libc.ptrace(0x4206, 1, 0, 0)):  # PTRACE_SEIZE, which does not stop it
    status = open("/proc/1/status").read()
    capable = next(line.split()[1] for line in status.splitlines() if line.startswith("CapPrm"))
    if int(capable, 16):
        breach("process 1 can be traced and has capabilities")
if libc.syscall(103, 3, ctypes.create_string_buffer(4096), 4096) > 0:  # syslog(SYSLOG_ACTION_READ_ALL)
    breach("the kernel's log can be read")
if libc.syscall(321, 5, ctypes.create_string_buffer(b"\x11" + b"\0" * 127), 128) >= 0:  # bpf(BPF_PROG_LOAD)
    breach("bpf programs can be loaded")
attributes = ctypes.create_string_buffer(b"\1\0\0\0\x80\0\0\0" + b"\0" * 120)
if libc.syscall(298, attributes, -1, 0, -1, 0) >= 0:  # perf_event_open on a whole processor
    breach("all processes can be profiled")
if libc.syscall(304, -100, b"/", 0) >= 0:  # open_by_handle_at
    breach("files can be opened by handle")
for module in (socket.SOCK_RAW,):
    try:
        socket.socket(socket.AF_INET, module, socket.IPPROTO_ICMP).close()
        breach("raw sockets work")
    except OSError:
        pass
try:
    terminal = os.open("/dev/tty", os.O_RDWR)
    fcntl.ioctl(terminal, termios.TIOCSTI, b"x")
    breach("keys can be typed into a terminal")
except OSError:
    pass
PY
exit 0
