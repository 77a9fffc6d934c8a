"""Verbs that need an optional part of Headwater say which, in one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from headwater.errors import UserError


@contextmanager
def needs_extra(extra: str) -> Iterator[None]:
    """Import what an extra installs inside of this.

    Raises:
        UserError: It is not installed; says how to install it.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "headwater":
            raise
        raise UserError(f"{error.name} is not installed: pip install 'headwater[{extra}]'") from None
