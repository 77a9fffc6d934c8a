"""Reads SQL of an unknown dialect: separates comments from code, and finds unclosed quotes and parentheses."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class LexicalRules:
    """The two rules in which dialects differ: backslash escapes in strings, and comments that begin with ``#``."""

    backslash: bool
    hash_comment: bool


# A text is broken only if it is broken in every dialect.
DIALECTS = tuple(LexicalRules(backslash, hashes) for backslash in (False, True) for hashes in (False, True))
STANDARD = DIALECTS[0]

_DOLLAR = re.compile(r"\$(?:[A-Za-z_]\w{0,62})?\$")
_PSQL_LINE = re.compile(r"^[ \t]*\\.*$", re.MULTILINE)
_COPY_FROM = re.compile(r"\s*COPY\b[^;]{0,2000}\bFROM\s+STDIN\b", re.IGNORECASE)


@dataclass(frozen=True)
class Sql:
    """An SQL text, split into comments and code, with the fault in its quoting if there is one."""

    comments: tuple[tuple[int, str], ...]
    code: str
    fault: str


def fault_of(text: str) -> str:
    """Describe the unclosed token in a few words. The result is empty if the text is complete in some dialect."""
    if "{%" in text:
        return ""  # branches of a template can be evaluated only by rendering it
    text = _PSQL_LINE.sub("", _without_expressions(_without_copied_rows(text)))
    faults = [read(text, dialect).fault for dialect in DIALECTS]
    return faults[0] if all(faults) else ""


def read(text: str, dialect: LexicalRules = STANDARD) -> Sql:
    """Read the text in one pass."""
    comments: list[tuple[int, str]] = []
    code: list[str] = []
    depth = 0
    line = 1
    at = last = 0
    opener = re.compile(r"--|/\*|['\"`()]|\$" + ("|#" if dialect.hash_comment else ""))
    while match := opener.search(text, at):
        start, at = match.start(), match.end()
        opening = match[0]
        if opening in "()":
            depth += 1 if opening == "(" else -1
            if depth < 0:
                return Sql(tuple(comments), text, "a parenthesis is closed that was never opened")
            continue
        end = _end(text, start, opening, dialect)
        if end is None:
            return Sql(tuple(comments), text, f"what {opening} opens is never closed")
        if opening in ("--", "/*", "#"):
            line += text.count("\n", last, start)
            comments.append((line, text[start:end]))
            line += text.count("\n", start, end)
            code += [text[last:start], "\n" * text.count("\n", start, end), " "]
            last = end
        at = end
    code.append(text[last:])
    return Sql(tuple(comments), "".join(code), "a parenthesis is never closed" if depth else "")


def _end(text: str, start: int, opening: str, dialect: LexicalRules) -> int | None:
    """Return the end of the token that starts at an offset, or None if the token is not closed."""
    if opening in ("--", "#"):
        newline = text.find("\n", start)
        return len(text) if newline < 0 else newline
    if opening == "/*":
        return _end_of(text, "*/", start + 2)
    if opening == "$":
        tag = _DOLLAR.match(text, start)
        return _end_of(text, tag[0], tag.end()) if tag else start + 1
    return _quoted_end(text, start, opening, dialect)


def _quoted_end(text: str, start: int, quote: str, dialect: LexicalRules) -> int | None:
    if not dialect.backslash:
        return _end_of(text, quote, start + 1)  # a doubled quote reads as two adjacent strings
    at = start + 1
    pattern = re.compile(rf"\\|{quote}")
    while match := pattern.search(text, at):
        if match[0] == quote:
            return match.end()
        at = match.end() + 1
    return None


def _end_of(text: str, end: str, at: int) -> int | None:
    found = text.find(end, at)
    return None if found < 0 else found + len(end)


def _without_expressions(text: str) -> str:
    """Replace Jinja expressions `{{ … }}` and comments `{# … #}` with a word."""
    pieces: list[str] = []
    at = 0
    for opening in re.finditer(r"\{\{|\{#", text):
        if opening.start() < at:
            continue
        end = _end_of(text, "}}" if opening[0] == "{{" else "#}", opening.end())
        if end is None:
            break
        pieces += [text[at : opening.start()], "x"]
        at = end
    return "".join([*pieces, text[at:]])


def _without_copied_rows(text: str) -> str:
    """Remove the rows that follow `COPY … FROM stdin`, because they are data."""
    if "\\." not in text:
        return text
    kept_lines: list[str] = []
    copying = False
    for line in text.splitlines(keepends=True):
        if copying:
            copying = line.rstrip() != "\\."
            continue
        kept_lines.append(line)
        copying = _COPY_FROM.match(line) is not None
    return "".join(kept_lines)
