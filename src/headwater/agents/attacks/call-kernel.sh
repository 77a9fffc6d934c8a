# Makes system calls that a data engineer never needs and that had security holes in kernels.
# Must fail: a filter refuses them before the kernel looks at their arguments.
timeout 5 python3 - <<'PY'
import ctypes
import errno
import platform

CALLS = {  # name: number on x86-64, on arm64
    "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427), "userfaultfd": (323, 282),
    "bpf": (321, 280), "perf_event_open": (298, 241), "keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218),
    "kexec_load": (246, 104), "init_module": (175, 105), "finit_module": (313, 273), "delete_module": (176, 106),
    "open_by_handle_at": (304, 265), "fsopen": (430, 430), "fsmount": (432, 432), "open_tree": (428, 428), "move_mount": (429, 429),
    "mount_setattr": (442, 442), "pivot_root": (155, 41), "setns": (308, 268), "acct": (163, 89), "syslog": (103, 116),
}
REFUSED = {errno.EPERM, errno.ENOSYS, errno.EACCES}
libc = ctypes.CDLL(None, use_errno=True)
at = {"x86_64": 0, "aarch64": 1}.get(platform.machine())
for name, numbers in CALLS.items() if at is not None else ():
    # The addresses are invalid, so a call that passes the filter fails without an effect.
    result = libc.syscall(numbers[at], ctypes.c_long(-1), ctypes.c_long(-1), ctypes.c_long(0), ctypes.c_long(0), ctypes.c_long(0))
    if result >= 0 or ctypes.get_errno() not in REFUSED:
        print(f"BREACH: {name} reaches the kernel, which says {result} ({errno.errorcode.get(ctypes.get_errno())})", flush=True)
PY
exit 0
