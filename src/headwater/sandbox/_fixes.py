"""Suggests a fix if this machine cannot create a sandbox."""

from __future__ import annotations

import os
from pathlib import Path

FOR_OVERLAYS = "set HEADWATER_HOME and --out to a folder on ext4, xfs or btrfs (in Docker: a volume)"
FOR_CONTROL_GROUPS = "run as root where /sys/fs/cgroup can be written (in a container: --privileged)"
FOR_DOCKER = "run Headwater on the machine of the docker daemon, as root and not in a container"

_BY_OUTPUT = {
    "docker": {
        "docker daemon": "systemctl start docker, or set DOCKER_HOST",
        "bind source path does not exist": FOR_DOCKER,
    },
    "podman": {
        "catatonit": "apt-get install catatonit",
        "runc": "apt-get install runc",
    },
}


def fix_for_engine(engine: str, output: str) -> str:
    """Return the fix for a container engine's error message, or an empty string if no fix is known."""
    return next((fix for sign, fix in _BY_OUTPUT.get(engine, {}).items() if sign in output), "")


def fix_for_namespaces() -> str:
    """Return the fix that lets this user create namespaces on this machine."""
    restricted = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")
    if os.geteuid() != 0 and restricted.exists() and restricted.read_text().strip() == "1":
        return "sysctl kernel.apparmor_restrict_unprivileged_userns=0"
    if Path("/.dockerenv").exists() or Path("/run/.containerenv").exists():
        return "start the container with --privileged"
    return "allow user namespaces: sysctl user.max_user_namespaces=15000"
