"""Makes text from agents, services and checks safe to show and to publish.

Escaping is left to the templates and the browser. This module handles everything else: terminal control sequences,
characters that reorder or hide text, secrets, and excessive size.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

import pyarrow as pa
import pyarrow.compute as pc

_ESCAPES = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]"  # CSI sequences: colours, cursor movements
    r"|[\]PX^_][^\x07\x1b]{0,4096}(?:\x07|\x1b\\)?"  # OSC and other strings: titles, links
    r"|[@-Z\\-_0-9=>()#%][0-9A-B]?)"
)
# C0 except tab and line feed, DEL, C1, zero-width, bidirectional and other format characters, and lone surrogates.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        r"sk-(?<![A-Za-z0-9]sk-)(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_-]{16,}",  # OpenAI, Anthropic and others
        r"A[KS]IA[0-9A-Z]{16}",
        r"AIza[0-9A-Za-z_-]{35}",
        r"gh[opsu]_[A-Za-z0-9]{20,}",
        r"github_pat_[A-Za-z0-9_]{20,}",
        r"glpat-[A-Za-z0-9_-]{16,}",
        r"xox[abprs]-[A-Za-z0-9-]{10,}",
        r"hf_[A-Za-z0-9]{20,}",
        r"npm_[A-Za-z0-9]{30,}",
        r"pypi-[A-Za-z0-9_-]{32,}",
        r"eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}",  # JSON web tokens
        r"(?s)-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----.{0,8000}?-----END [A-Z ]{0,30}PRIVATE KEY-----",
    )
)
"""The patterns that match keys."""
_SIGN = (
    r"(?:sk-|A[KS]IA|AIza|gh[opsu]_|github_pat_|glpat-|xox[abprs]-|hf_|npm_|pypi-|eyJ)[A-Za-z0-9_-]{8}"
    r"|PRIVATE KEY-----"
)
"""A pattern that matches some part of every key.

Most texts do not match, and Arrow's RE2 detects this four times as fast as Python's ``re``.
"""
_SECRET_NAME = re.compile(r"(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS?)$")
_SHORTEST_SECRET = 12
REDACTED = "[redacted]"


def visible(text: str) -> str:
    """Make hidden text visible: remove terminal sequences, and replace unprintable characters by their code points."""
    if text.isprintable():
        return text
    text = _ESCAPES.sub("", text.replace("\r\n", "\n"))
    return _UNSEEN.sub(_spell, text)


def _spell(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code == ord("\r"):
        return "\n"  # each state of a progress line that overwrites itself becomes a separate line
    return chr(0x2400 + code) if code < 0x20 else f"⟨U+{code:04X}⟩"


def shorten(text: str, limit: int) -> str:
    """Return the beginning and the end of a text that is longer than ``limit``, with a note in between."""
    if len(text) <= limit:
        return text
    half = limit // 2
    return f"{text[:half]}\n… {len(text) - 2 * half:,} characters left out …\n{text[-half:]}"


class SecretFilter:
    """Redacts text that looks like a key, and the values of this process's secret environment variables."""

    def __init__(self, env: Mapping[str, str] | None = None) -> None:
        env = os.environ if env is None else env
        own = {value for name, value in env.items() if _SECRET_NAME.search(name) and len(value) >= _SHORTEST_SECRET}
        self._own = sorted(own, key=len, reverse=True)

    def __call__(self, text: str) -> str:
        """Return the text with secrets redacted."""
        for value in self._own:
            text = text.replace(value, REDACTED)
        if _may_hold_key(text):
            for pattern in _PATTERNS:
                text = pattern.sub(REDACTED, text)
        return text


def _may_hold_key(text: str) -> bool:
    found: bool = pc.match_substring_regex(pa.scalar(text.encode(errors="replace"), pa.binary()), _SIGN).as_py()
    return found
