"""The tools of a harness outside a sandbox."""

from __future__ import annotations

import shlex
from pathlib import Path

from headwater import harnesses
from headwater.jobs import home


def with_tools(harness: str) -> str:
    """Return commands that link a harness to its place in a sandbox, and set its plain variables."""
    built = harnesses.prepare(harness, home(), print)
    mounted = {Path(target): folder for target, folder in built.mounts.items()}
    lines = [f"mkdir -p {to.parent}; [ -e {to} ] || ln -s {folder} {to}" for to, folder in mounted.items()]
    variables = {name: value for name, value in built.env.items() if "{" not in value}
    lines += [f"export {name}={shlex.quote(value)}" for name, value in variables.items()]
    return "\n".join(lines)
