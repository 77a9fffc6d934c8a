"""The system calls available to a program in the sandbox; the tests make them."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest
from tests.sandbox.cell_functions import ScriptOutput, run_script

from headwater.sandbox import run_in_cell
from headwater.sandbox._seccomp import call_filter

FAMILIES = """
import errno, json, socket
found = {}
for family in range(1, 46):
    try:
        socket.socket(family, socket.SOCK_DGRAM).close()
        found[family] = "made"
    except OSError as error:
        found[family] = errno.errorcode[error.errno]
try:
    socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 15).close()  # events of devices
    found["uevent"] = "made"
except OSError as error:
    found["uevent"] = errno.errorcode[error.errno]
print(json.dumps(found))
"""

# Without the filter, the kernel does not answer these arguments with the filter's error.
CALLS = """
import ctypes, json
libc = ctypes.CDLL(None, use_errno=True)
calls = {"io_uring_setup": (425, 1, 0), "clone3": (435, 0, 0), "userfaultfd": (323, 1), "bpf": (321, 99, 0, 0),
         "perf_event_open": (298, 0, 0, -1, -1, 0), "keyctl": (250, 0, -3, 0), "add_key": (248, 0, 0, 0, 0, 0),
         "request_key": (249, 0, 0, 0, 0), "fsopen": (430, 0, 0), "io_setup": (206, 0, 0),
         "fanotify_init": (300, 0x200, 0), "x32_getpid": (0x40000000 + 39,)}
found = {}
for name, (number, *arguments) in calls.items():
    ctypes.set_errno(0)
    libc.syscall(ctypes.c_long(number), *map(ctypes.c_long, arguments))
    found[name] = ctypes.get_errno()
print(json.dumps(found))
"""
REFUSED = {
    "io_uring_setup": errno.ENOSYS,
    "clone3": errno.ENOSYS,
    "userfaultfd": errno.EPERM,
    "bpf": errno.EPERM,
    "perf_event_open": errno.EPERM,
    "keyctl": errno.EPERM,
    "add_key": errno.EPERM,
    "request_key": errno.EPERM,
    "fsopen": errno.EPERM,
    "io_setup": errno.ENOSYS,
    "fanotify_init": errno.ENOSYS,
    "x32_getpid": errno.ENOSYS,
}


def message(folder: Path, program: str) -> ScriptOutput:
    (folder / "lower").mkdir()
    (folder / "lower/program.py").write_text(program)
    answer: ScriptOutput = run_in_cell(run_script, folder, "python3 program.py", timeout_sec=400)
    assert answer.err == ""
    return answer


def test_sockets_of_needed_families_only(tmp_path: Path) -> None:
    found = json.loads(message(tmp_path, FAMILIES).out)
    assert found.pop("uevent") == "EPROTONOSUPPORT"
    assert {int(family) for family, result in found.items() if result == "made"} == {1, 2, 10, 16}
    assert {result for result in found.values() if result != "made"} == {"EAFNOSUPPORT"}


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="numbers of system calls differ")
def test_calls_that_have_opened_sandboxes_are_refused(tmp_path: Path) -> None:
    assert json.loads(message(tmp_path, CALLS).out) == REFUSED


ORDINARY = """
import multiprocessing, os, socket, subprocess, threading
def child():
    os._exit(7)
if __name__ == "__main__":
    threads = [threading.Thread(target=print, args=("thread",)) for _ in range(2)]
    [thread.start() for thread in threads], [thread.join() for thread in threads]
    process = multiprocessing.get_context("fork").Process(target=child)
    process.start(); process.join()
    print(process.exitcode, socket.getaddrinfo("localhost", 80, socket.AF_INET)[0][4][0], socket.if_nameindex())
    left, right = socket.socketpair()
    print(subprocess.run(["echo", "ran"], capture_output=True, text=True).stdout.strip())
"""


def test_threads_processes_and_name_resolution_work(tmp_path: Path) -> None:
    lines = message(tmp_path, ORDINARY).out.splitlines()
    assert lines == ["thread", "thread", "7 127.0.0.1 [(1, 'lo')]", "ran"]


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_there_is_a_filter_for_each_machine(machine: str) -> None:
    program = call_filter(machine)
    assert program is not None
    assert len(program) % 8 == 0
    assert len(program) // 8 < 4096  # the kernel's limit on instructions


def test_a_machine_without_numbers_has_no_filter() -> None:
    assert call_filter("riscv64") is None
