"""Splits answers into pages that fit into an agent's context."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

_PAGE = 6_000
"""The number of characters per page, which is about 1,500 tokens."""
_LINE = 1_500


def paged(lines: Iterable[str], page: int) -> str:
    """Return one page of an answer, with a note on how to get the next page. Pages are counted from 1."""
    pages = list(_cut(lines))
    if not pages:
        return "nothing"
    if page > len(pages):
        return f"there are only {len(pages)} pages"
    text = "\n".join(pages[page - 1])
    if len(pages) == 1:
        return text
    more = f"; page={page + 1} goes on" if page < len(pages) else ""
    return f"{text}\n[page {page} of {len(pages)}{more}]"


def _cut(lines: Iterable[str]) -> Iterator[list[str]]:
    page: list[str] = []
    size = 0
    for line in lines:
        clean = plain(line)
        if page and size + len(clean) > _PAGE:
            yield page
            page, size = [], 0
        page.append(clean)
        size += len(clean) + 1
    if page:
        yield page


def plain(line: str) -> str:
    """Truncate a line and remove its control characters, because names and values are untrusted."""
    clean = line
    if not line.isprintable():
        clean = "".join(character if character.isprintable() or character == "\t" else " " for character in line)
    return clean if len(clean) <= _LINE else clean[: _LINE - 1] + "…"
