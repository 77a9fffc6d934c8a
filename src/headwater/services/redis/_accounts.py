"""Defines Redis's accounts, their rights, and where their passwords are stored.

``app`` is the agent's account. It has all rights to data, and none to the server, its files, its accounts or other
servers. ``reader`` reads for grading and may not run the agent's scripts or functions. ``headwater`` is the
administrator. The latter two get new passwords at each start.
"""

from __future__ import annotations

import hashlib
import secrets
from pathlib import Path

from headwater.services._base import Placement

ADMIN = "headwater"
APP = "app"
READER = "reader"

_RIGHTS = {
    ADMIN: "~* &* +@all",
    APP: "~* &* +@all -@admin -@dangerous +keys +sort +info +flushdb +flushall +swapdb +restore +role",
    READER: "~* resetchannels -@all +@read -@dangerous +@connection -client +info +select",
}


def write_accounts(path: Path, placement: Placement, run: Path) -> None:
    """Write the accounts file. Headwater's own passwords go next to the run directory, where no server reads."""
    lines = ["user default off"]
    for account, rights in _RIGHTS.items():
        if account != APP:
            run.with_suffix(f".redis-{account}").write_text(secrets.token_hex(24))
        digest = hashlib.sha256(password_of(account, placement, run).encode()).hexdigest()
        lines.append(f"user {account} on #{digest} {rights}")
    path.write_text("\n".join(lines) + "\n")


def password_of(account: str, placement: Placement, run: Path) -> str:
    """Return the password of an account on the server with this placement and run directory."""
    return placement.password if account == APP else run.with_suffix(f".redis-{account}").read_text()
