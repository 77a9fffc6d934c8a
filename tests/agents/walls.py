"""Run attacks without walls: as root, in the machine's own file system, processes and network."""

from __future__ import annotations

import os
import socket
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class OpenProbe:
    """A probe without its wall.

    Attributes:
        reports: The text that the probe reports.
        before: A command run before the probe, in the same place.
        after: A command run after the probe, for example what it has planted.
    """

    reports: str
    before: str = "true"
    after: str = "true"


def run_without_walls(folder: Path, script: Path, opened: OpenProbe) -> list[str]:
    """Run an attack as root in the machine's file system, processes and network; return its report."""
    root = folder / "root"
    inside = f"{{ {opened.before}\n}}; cd /workspace; bash /attack/attack.sh; {{ {opened.after}\n}} 2>&1"
    commands = f"""
        set -e
        mount -t tmpfs none {folder}/layers
        mkdir {folder}/layers/upper {folder}/layers/work
        mount -t overlay overlay -o lowerdir=/,upperdir={folder}/layers/upper,workdir={folder}/layers/work {root}
        mount -t proc proc {root}/proc
        mount -t tmpfs none {root}/tmp
        mount -t tmpfs none {root}/dev
        for device in null zero random urandom tty; do cp -a /dev/$device {root}/dev/; done
        mkdir -p {root}/workspace {root}/attack {root}/home/agent {root}/opt/harness {root}/dev/shm
        cp {script} {root}/attack/attack.sh
        touch {root}/workspace/planted.py
        cd {root}
        timeout 60 chroot {root} /bin/bash -c "$0" || true
    """
    # The attack runs in a process namespace, so that its processes end with it.
    unshare = ["unshare", "--mount", "--uts", "--ipc", "--pid", "--fork", "--kill-child"]
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(f"\0headwater-test-{os.getpid()}")
        listener.listen(100)
        completed = subprocess.run(
            [*unshare, "sh", "-c", commands, inside],
            check=False,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            pass_fds=[listener.fileno()],
            timeout=150,
        )
    lines = completed.stdout.decode(errors="replace").splitlines()
    return [line for line in lines if line.startswith("BREACH: ")] or lines[-20:]
