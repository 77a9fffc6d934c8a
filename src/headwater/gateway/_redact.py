"""Keeps keys out of everything that is written or sent to agents."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable
from urllib.parse import quote, quote_plus

_MASK = b"[redacted]"
_SHORTEST = 8
"""The minimum length of a key. Shorter keys are placeholders, and would match everywhere."""


class Redactor:
    """Removes secrets in all likely encodings: plain, quoted for URLs or JSON, hexadecimal, and base64."""

    def __init__(self, secrets: Iterable[str]) -> None:
        forms = {form for secret in secrets if len(secret) >= _SHORTEST for form in _forms(secret)}
        # The longest form comes first, because one form can contain another.
        self._forms = sorted(forms, key=len, reverse=True)

    def clean(self, data: bytes) -> bytes:
        """Return the bytes without any secret."""
        for form in self._forms:
            if form in data:
                data = data.replace(form, _MASK)
        return data

    def clean_text(self, text: str) -> str:
        """Return the text without any secret."""
        return self.clean(text.encode(errors="surrogatepass")).decode(errors="replace")

    def stream(self) -> StreamRedactor:
        """Return a redactor for data that arrives in pieces."""
        return StreamRedactor(self, self._forms)


class StreamRedactor:
    """Passes pieces on immediately, except for trailing bytes that may be the beginning of a secret."""

    def __init__(self, redactor: Redactor, forms: list[bytes]) -> None:
        self._redactor = redactor
        self._forms = forms
        self._held_bytes = b""

    def feed(self, piece: bytes) -> bytes:
        """Return the bytes that may be passed on now."""
        data = self._redactor.clean(self._held_bytes + piece) if self._forms else piece
        overlap = max((_overlap(data, form) for form in self._forms), default=0)
        self._held_bytes = data[len(data) - overlap :]
        return data[: len(data) - overlap] if overlap else data

    def end(self) -> bytes:
        """Return the bytes that were held back and turned out not to be a secret."""
        rest, self._held_bytes = self._held_bytes, b""
        return rest


def _overlap(data: bytes, form: bytes) -> int:
    """Return the number of bytes at the end of ``data`` that are the beginning of ``form``."""
    tail = data[-(len(form) - 1) :]
    start = tail.find(form[:1])
    while start >= 0:
        if form.startswith(tail[start:]):
            return len(tail) - start
        start = tail.find(form[:1], start + 1)
    return 0


def _forms(secret: str) -> Iterable[bytes]:
    raw = secret.encode()
    yield raw
    yield quote(secret, safe="").encode()
    yield quote_plus(secret).encode()
    yield json.dumps(secret)[1:-1].encode()
    yield json.dumps(secret)[1:-1].replace("/", "\\/").encode()  # PHP's JSON encoding
    yield re.sub(r"[^A-Za-z0-9._-]", lambda odd: f"\\u{ord(odd[0]):04x}", secret).encode()  # other encoders
    yield raw.hex().encode()
    yield raw.hex().upper().encode()
    yield raw[::-1]
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        # Inside a longer text, the secret can begin at any of three positions in a base64 group, and its first and last
        # characters depend on neighbouring bytes.
        for before in range(3):
            encoded = encode(b"\0" * before + raw)
            first = {0: 0, 1: 2, 2: 3}[before]
            whole_end = (before + len(raw)) // 3 * 4
            yield encoded[first:whole_end]
    yield base64.b32encode(raw).rstrip(b"=")[: len(raw) // 5 * 8]
