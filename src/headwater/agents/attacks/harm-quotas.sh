# Uses up resources that the kernel counts for the machine and not for a namespace: inotify, fanotify, asynchronous I/O.
# Must fail: a trial gets a share of inotify, and none of the others.
timeout 5 python3 - <<'PY'
import ctypes
import platform

libc = ctypes.CDLL(None, use_errno=True)
whole = int(open("/proc/sys/fs/inotify/max_user_instances").read())
made = 0
while made < whole and libc.inotify_init1(0) >= 0:
    made += 1
if made > whole // 2:
    print(f"BREACH: this trial took {made} of the machine's {whole} inotify instances", flush=True)
if libc.fanotify_init(0x200, 0) >= 0:
    print("BREACH: fanotify groups can be made", flush=True)
context = (ctypes.c_ulong * 1)()
if platform.machine() == "x86_64" and libc.syscall(206, 1, context) == 0:
    print("BREACH: asynchronous I/O can be reserved", flush=True)
PY
exit 0
