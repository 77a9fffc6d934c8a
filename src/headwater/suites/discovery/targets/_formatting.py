"""Formats texts in file names. Widths are limited, because a program could use them to create huge texts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from headwater.suites.discovery.targets._values import UNKNOWN

_BRACES = re.compile(r"\{\{|\}\}|\{(\w*)(?::([^{}]*))?\}")
_PERCENT = re.compile(r"%%|%(\d{0,2})([sd])")
_SPEC = re.compile(r"(0?\d{1,2})?[ds]?")


def formatted(text: str, spec: str) -> str | None:
    """Return a text formatted with a spec such as ``02d``, or None for specs that are rare in file names."""
    if text == UNKNOWN:
        return UNKNOWN  # an unknown text stays unknown whatever its width
    found = _SPEC.fullmatch(spec)
    if found is None:
        return None
    width = found[1] or ""
    return text.zfill(int(width)) if width.startswith("0") else text.rjust(int(width or 0))


def fill_braces(form: str, places: Sequence[str], names: Mapping[str, str]) -> str | None:
    """Fill in ``{}``, ``{0}`` and ``{name}``. Return None if that is not possible."""
    left = iter(places)

    def fill(found: re.Match[str]) -> str:
        if found[0] in ("{{", "}}"):
            return found[0][0]
        key = found[1]
        text = places[int(key)] if key.isdecimal() else names[key] if key else next(left)
        done = formatted(text, found[2] or "")
        if done is None:
            raise KeyError(found[0])
        return done

    try:
        return _BRACES.sub(fill, form)
    except (IndexError, KeyError, StopIteration):
        return None


def fill_percent(form: str, places: Sequence[str]) -> str | None:
    """Fill in ``%s`` and ``%02d``. Return None if that is not possible."""
    left = iter(places)

    def fill(found: re.Match[str]) -> str:
        return "%" if found[0] == "%%" else formatted(next(left), found[1]) or ""

    try:
        return _PERCENT.sub(fill, form)
    except StopIteration:
        return None
