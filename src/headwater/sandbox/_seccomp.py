"""Filters system calls. Calls that no task needs and that sandbox escapes have used are refused.

Namespaces do not isolate every part of the kernel: a socket of the family ``AF_VSOCK`` leaves the network namespace,
keys and performance counters have no namespace, and many kernel vulnerabilities were in io_uring, userfaultfd and bpf.
The filter is a classic BPF program, which the kernel runs on ``struct seccomp_data`` at each call::

    struct seccomp_data { int nr; __u32 arch; __u64 instruction_pointer; __u64 args[6]; };

Every call that is not listed here is allowed. A refused call fails with the same error as in a kernel or container
without this call, so that programs use their fallbacks.
"""

from __future__ import annotations

import errno
import os
import socket
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

FAMILIES = (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK)
"""The socket families that a trial can use. Name resolution queries netlink for local addresses."""

# struct sock_filter consists of the code, the jumps if true and if false, and the operand.
_LOAD = 0x20  # BPF_LD | BPF_W | BPF_ABS
_EQUAL = 0x15  # BPF_JMP | BPF_JEQ | BPF_K
_AT_LEAST = 0x35  # BPF_JMP | BPF_JGE | BPF_K
_ANY_BIT = 0x45  # BPF_JMP | BPF_JSET | BPF_K
_RETURN = 0x06  # BPF_RET | BPF_K

_ALLOW = 0x7FFF_0000
_ERRNO = 0x0005_0000

_NUMBER_AT = 0
_ARCH_AT = 4
_X32 = 0x4000_0000
"""The bit that marks the call numbers of x32, another ABI on the same architecture."""

# This has every CLONE_NEW* flag except CLONE_NEWTIME, whose bit belongs to the number of the exit signal in clone.
_CLONE_NAMESPACES = 0x7E02_0000
_UNSHARE_NAMESPACES = _CLONE_NAMESPACES | 0x80
_NETLINK_ROUTE = 0


@dataclass(frozen=True)
class _Machine:
    """An architecture: its audit number, its call numbers, and whether it has the x32 ABI."""

    arch: int
    calls: Mapping[str, int]
    has_x32: bool = False


# Calls added since Linux 5.1 have the same number on all architectures.
_COMMON = {
    "io_uring_setup": 425,
    "io_uring_enter": 426,
    "io_uring_register": 427,
    "open_tree": 428,
    "move_mount": 429,
    "fsopen": 430,
    "fsconfig": 431,
    "fsmount": 432,
    "fspick": 433,
    "clone3": 435,
    "mount_setattr": 442,
    "open_tree_attr": 467,
}
_X86_64 = {
    "socket": 41,
    "socketpair": 53,
    "clone": 56,
    "pivot_root": 155,
    "mount": 165,
    "umount2": 166,
    "io_setup": 206,
    "fanotify_init": 300,
    "add_key": 248,
    "request_key": 249,
    "keyctl": 250,
    "unshare": 272,
    "perf_event_open": 298,
    "open_by_handle_at": 304,
    "setns": 308,
    "bpf": 321,
    "userfaultfd": 323,
}
_AARCH64 = {
    "socket": 198,
    "socketpair": 199,
    "clone": 220,
    "pivot_root": 41,
    "mount": 40,
    "umount2": 39,
    "io_setup": 0,
    "fanotify_init": 262,
    "add_key": 217,
    "request_key": 218,
    "keyctl": 219,
    "unshare": 97,
    "perf_event_open": 241,
    "open_by_handle_at": 265,
    "setns": 268,
    "bpf": 280,
    "userfaultfd": 282,
}
_MACHINES = {
    "x86_64": _Machine(0xC000_003E, {**_COMMON, **_X86_64}, has_x32=True),
    "aarch64": _Machine(0xC000_00B7, {**_COMMON, **_AARCH64}),
}

_REFUSED = {
    # These calls fail as they would on a kernel that lacks them. A filter cannot read the flags of clone3, which are in
    # memory, and libraries then use clone. All trials share the resources of io_setup and fanotify_init, which are
    # limited per machine and per root user.
    errno.ENOSYS: ("io_uring_setup", "io_uring_enter", "io_uring_register", "io_setup", "fanotify_init", "clone3"),
    errno.EPERM: (
        *("userfaultfd", "bpf", "perf_event_open", "keyctl", "add_key", "request_key", "open_by_handle_at", "setns"),
        *("mount", "umount2", "pivot_root", "open_tree", "open_tree_attr", "move_mount"),
        *("fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr"),
    ),
}


@cache
def call_filter(machine: str = os.uname().machine) -> bytes | None:
    """Return the filter in bubblewrap's format, an array of ``struct sock_filter``, or None for unknown architectures.

    `headwater doctor` and the record of each trial report an architecture without a filter.

    Args:
        machine: The name of the architecture, as ``uname -m`` prints it.
    """
    target = _MACHINES.get(machine)
    if target is None:
        return None
    return b"".join([*_only(target), *_calls(target.calls), _step(_RETURN, _ALLOW)])


def _only(machine: _Machine) -> list[bytes]:
    """Return instructions that refuse calls from ABIs with other call numbers, and then load the call number."""
    lines = [_step(_LOAD, _ARCH_AT), _step(_EQUAL, machine.arch, 1, 0), _error(errno.ENOSYS)]
    lines += [_step(_LOAD, _NUMBER_AT)]
    if machine.has_x32:
        lines += [_step(_AT_LEAST, _X32, 0, 1), _error(errno.ENOSYS)]
    return lines


def _calls(numbers: Mapping[str, int]) -> list[bytes]:
    lines = []
    for error, names in _REFUSED.items():
        for name in names:
            lines += [_step(_EQUAL, numbers[name], 0, 1), _error(error)]
    lines += _when(numbers["clone"], _unless_any_bit(0, _CLONE_NAMESPACES))
    lines += _when(numbers["unshare"], _unless_any_bit(0, _UNSHARE_NAMESPACES))
    for name in ("socket", "socketpair"):
        lines += _when(numbers[name], _only_families())
    return lines


def _when(number: int, block: list[bytes]) -> list[bytes]:
    """Return instructions that run a block if the loaded number is ``number``. The block always returns."""
    return [_step(_EQUAL, number, 0, len(block)), *block]


def _unless_any_bit(argument: int, bits: int) -> list[bytes]:
    return [_load_argument(argument), _step(_ANY_BIT, bits, 0, 1), _error(errno.EPERM), _step(_RETURN, _ALLOW)]


def _only_families() -> list[bytes]:
    """Return instructions that allow only the socket families in ``FAMILIES`` and, of netlink, only NETLINK_ROUTE."""
    lines = [_load_argument(0)]
    for family in FAMILIES:
        if family != socket.AF_NETLINK:
            lines += [_step(_EQUAL, family, 0, 1), _step(_RETURN, _ALLOW)]
    lines += [_step(_EQUAL, socket.AF_NETLINK, 1, 0), _error(errno.EAFNOSUPPORT)]
    lines += [_load_argument(2), _step(_EQUAL, _NETLINK_ROUTE, 1, 0), _error(errno.EPROTONOSUPPORT)]
    return [*lines, _step(_RETURN, _ALLOW)]


def _load_argument(index: int) -> bytes:
    """Return the instruction that loads an int argument: its lower half, because all machines are little-endian."""
    return _step(_LOAD, 16 + 8 * index)


def _error(number: int) -> bytes:
    return _step(_RETURN, _ERRNO | number)


def _step(code: int, operand: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, operand)
