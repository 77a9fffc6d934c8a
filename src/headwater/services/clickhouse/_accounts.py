"""Defines ClickHouse's accounts, and where their passwords are stored."""

from __future__ import annotations

from pathlib import Path

from headwater.services._base import Placement

ADMIN = "headwater"
APP = "app"
READER = "reader"


def password_of(account: str, placement: Placement, run: Path) -> str:
    """Return the password of an account on the server with this placement and run directory."""
    return placement.password if account == APP else run.with_suffix(f".{account}").read_text()
