"""Describes the file system and the user of a sandboxed process."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path

WORKSPACE = "/workspace"
DATA = "/data"
HOME = "/home/agent"
DEADLINE = "DEADLINE"
"""The variable that contains the UTC time at which the agent is stopped."""


class User(IntEnum):
    """User ids inside the sandbox. Root maps them to the same ids outside, and other users map them to their own id."""

    AGENT = 20001
    SERVICE = 20002


@dataclass(frozen=True)
class View:
    """The mounts on top of the machine's read-only ``/usr`` and a private ``/etc``, ``/tmp`` and home.

    Attributes:
        read_only: Maps paths in the sandbox to paths on the host.
        writable: Maps writable paths in the sandbox to paths on the host.
        tmp_mb: The size of ``/tmp``, and of the home, in MiB.
    """

    read_only: Mapping[str, Path] = field(default_factory=dict)
    writable: Mapping[str, Path] = field(default_factory=dict)
    workdir: str = "/"
    tmp_mb: int = 1024


_ETC = (
    "alternatives",
    "ca-certificates",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "localtime",
    "mime.types",
    "nsswitch.conf",
    "python3",
    "ssl",
    "timezone",
)

PASSWD = f"""\
root:x:0:0:root:/root:/usr/sbin/nologin
agent:x:{User.AGENT}:{User.AGENT}:agent:{HOME}:/bin/bash
service:x:{User.SERVICE}:{User.SERVICE}:service:/nonexistent:/usr/sbin/nologin
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
"""
GROUP = f"root:x:0:\nagent:x:{User.AGENT}:\nservice:x:{User.SERVICE}:\nnogroup:x:65534:\n"
HOSTNAME = "headwater"
HOSTS = f"127.0.0.1 localhost {HOSTNAME}\n"
"""The content of ``/etc/hosts``, with the host's own name, which Java looks up."""


def system_paths() -> dict[str, Path]:
    """Return the paths that every process needs: programs, libraries and the Python interpreter."""
    paths = {"/usr": Path("/usr")}
    for name in _ETC:
        if (path := Path("/etc") / name).exists():
            paths[str(path)] = path
    if not sys.base_prefix.startswith("/usr"):
        paths[sys.base_prefix] = Path(sys.base_prefix)
    return paths


def hidden_paths() -> list[Path]:
    """Return Headwater's package, which contains all checks and solutions, if it is installed below a system path."""
    package = Path(__file__).resolve().parents[1]
    visible_paths = [path.resolve() for path in system_paths().values()]
    return [package] if any(package.is_relative_to(path) for path in visible_paths) else []


def system_links() -> dict[str, str]:
    """Return the symbolic links of a merged ``/usr``. On older systems, these are directories and are mounted."""
    names = ("bin", "sbin", "lib", "lib32", "lib64")
    return {f"/{name}": str(Path(f"/{name}").readlink()) for name in names if Path(f"/{name}").is_symlink()}
