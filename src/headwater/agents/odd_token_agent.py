"""Implements the ``odd-token`` agent's program, which runs in the sandbox with the standard library alone.

It compares each token and each line with its siblings, which are the tokens and lines between the same neighbours in
other files of the project. A place is odd if its siblings are another token of the same kind (an operator, a type of
join, a function, a number) or another line, and the most frequent sibling is the proposed repair. A gap between two
lines is odd if other files have a line there.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

WORKSPACE = Path("/workspace")
FOLDERS = ("models", "macros", "snapshots")
SIBLINGS = 2
"""The minimum number of occurrences of the siblings' form."""
_DOUBT = 2
"""The number of siblings with other forms that is added, so that two of three weigh less than twenty of thirty."""
NEAREST = 5
"""The number of files at which the search begins if the prompt names no relation: those with most of its words."""
COMMENT = re.compile(r"--[^\n]*|\{#.*?#\}|/\*.*?\*/", re.DOTALL)
_TOKEN = re.compile(r"'[^'\n]*'|\w+(?=\s*\()|\w+|<=|>=|<>|!=|\|\||[^\w\s]")
QUALIFIER = re.compile(r"\b[a-z_]\w*\.(?=[a-z_])", re.IGNORECASE)
_REFERENCE = re.compile(r"\bref\(\s*'(\w+)'")
_CALL = re.compile(r"\b(\w+)\(")
_MACRO = re.compile(r"\bmacro\s+(\w+)\s*\(")
_KINDS = {
    "comparison": frozenset(("<", "<=", ">", ">=", "=", "<>", "!=")),
    "arithmetic": frozenset("+-*/"),
    "join": frozenset(("left", "inner", "full", "cross", "right")),
    "order": frozenset(("asc", "desc")),
    "logic": frozenset(("and", "or")),
    "set": frozenset(("all", "distinct", "union")),
}


@dataclass(frozen=True)
class Place:
    """A place that differs from its siblings.

    Attributes:
        line: The line number, counted from 1.
        start: The offset of the text that the repair replaces.
        instead: The siblings' form.
        weight: The fraction of siblings with that form, reduced if there are few siblings.
    """

    file: str
    line: int
    start: int
    end: int
    instead: str
    weight: float


@dataclass(frozen=True)
class _Item:
    """A token or a line in the form in which it is compared, with its position in the text.

    Attributes:
        kind: Items of the same kind can replace each other. Items without a kind are only neighbours.
    """

    text: str
    start: int
    end: int
    kind: str


_Key = tuple[str, ...]
"""The kind of an item between neighbours, and the neighbours."""


def odd_places(texts: Mapping[str, str]) -> list[Place]:
    """Return the places in a project that differ from their siblings, oddest first."""
    found: list[Place] = []
    for read, width in ((_tokens, 2), (_lines, 1)):
        between = _between(texts, read, width)
        for file, text in texts.items():
            found += _substituted(file, text, read(text), width, between)
            found += _omitted(file, text, read(text), between) if width == 1 else ()
    best: dict[tuple[str, int], Place] = {}
    for place in found:
        key = (place.file, place.line)
        if key not in best or place.weight > best[key].weight:
            best[key] = place
    return sorted(best.values(), key=lambda place: (-place.weight, place.file, place.line))


def in_reach(prompt: str, texts: Mapping[str, str]) -> set[str]:
    """Return the files that the prompt names or that contain the most of its words, and all files upstream."""
    by_name = {_name(file): file for file in texts}
    macros = {name: file for file, text in texts.items() for name in _MACRO.findall(text)}
    quoted_files = {by_name[name] for name in re.findall(r"`(\w+)`", prompt) if name in by_name}
    found, pending = set(), sorted(quoted_files or _nearest(prompt, texts))
    while pending:
        file = pending.pop()
        if file not in found:
            found.add(file)
            pending += [by_name[name] for name in _REFERENCE.findall(texts[file]) if name in by_name]
            pending += [macros[name] for name in _CALL.findall(texts[file]) if name in macros]
    return found


def suspects(prompt: str, texts: Mapping[str, str]) -> list[Place]:
    """Return the odd places in the files to which the prompt leads, oddest first.

    Places in files that the prompt names come first. If the prompt says that these were not changed, they are omitted.
    """
    files, quoted_names = in_reach(prompt, texts), set(re.findall(r"`(\w+)`", prompt))
    places = [place for place in odd_places(texts) if place.file in files]
    if "not changed" in prompt:
        return [place for place in places if _name(place.file) not in quoted_names]
    return sorted(places, key=lambda place: _name(place.file) not in quoted_names)


def repaired(text: str, place: Place) -> str:
    """Return a file's text with the code at a place replaced by its siblings' form."""
    return text[: place.start] + place.instead + text[place.end :]


def _name(file: str) -> str:
    return file.rpartition("/")[2].partition(".")[0]


def _nearest(prompt: str, texts: Mapping[str, str]) -> list[str]:
    prompt_words = set(re.findall(r"[a-z]{4,}", prompt.lower()))
    words = {file: set(re.findall(r"[a-z]{4,}", f"{file} {text}".lower())) for file, text in texts.items()}
    occurrences = Counter(word for each in words.values() for word in each)
    scores = {file: sum(1 / occurrences[word] for word in words[file] & prompt_words) for file in texts}
    return sorted(texts, key=lambda file: (-scores[file], file))[:NEAREST]


@cache
def _tokens(text: str) -> tuple[_Item, ...]:
    """Return the tokens outside comments, without names before a dot, because aliases differ by author."""
    code = QUALIFIER.sub(_blank, COMMENT.sub(_blank, text))
    found = []
    for match in _TOKEN.finditer(code):
        token = match[0].lower()
        found.append(_Item(token, match.start(), match.end(), _kind(token, code[match.end() : match.end() + 1])))
    return tuple(found)


def _kind(token: str, following: str) -> str:
    if token.isdigit():
        return "number"
    for kind, members in _KINDS.items():
        if token in members:
            return kind
    return "function" if following == "(" and token.isidentifier() else ""


@cache
def _lines(text: str) -> tuple[_Item, ...]:
    """Return the lines outside comments, without indentation and the names before dots."""
    code, found, start = COMMENT.sub(_blank, text), [], 0
    for line in code.splitlines(keepends=True):
        if line.strip():
            compared = QUALIFIER.sub("", " ".join(line.split())).rstrip(",").lower()
            found.append(_Item(compared, start, start + len(line.rstrip("\n")), "line"))
        start += len(line)
    return tuple(found)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


@dataclass(frozen=True)
class _Between:
    """The forms that occur between two neighbours, each with its count and the spelling of its first occurrence.

    Attributes:
        adjacent: The number of times that two lines follow each other.
    """

    forms: Mapping[_Key, Counter[str]]
    written: Mapping[tuple[_Key, str], str]
    adjacent: Counter[tuple[str, str]]


def _between(texts: Mapping[str, str], read: Callable[[str], tuple[_Item, ...]], width: int) -> _Between:
    forms: dict[_Key, Counter[str]] = defaultdict(Counter)
    written: dict[tuple[_Key, str], str] = {}
    adjacent: Counter[tuple[str, str]] = Counter()
    for text in texts.values():
        items = read(text)
        for key, item in _with_neighbours(items, width):
            forms[key][item.text] += 1
            written.setdefault((key, item.text), text[item.start : item.end])
        adjacent.update((first.text, second.text) for first, second in pairwise(items) if first.kind == "line")
    return _Between(forms, written, adjacent)


def _substituted(file: str, text: str, items: tuple[_Item, ...], width: int, between: _Between) -> Iterator[Place]:
    """Yield the items that differ from their siblings."""
    for key, item in _with_neighbours(items, width):
        usual, count = between.forms[key].most_common(1)[0]
        if count >= SIBLINGS and count > between.forms[key][item.text]:
            weight = count / (between.forms[key].total() + _DOUBT)
            yield _place(file, text, item.start, item.end, between.written[key, usual], weight)


def _omitted(file: str, text: str, lines: tuple[_Item, ...], between: _Between) -> Iterator[Place]:
    """Yield the gaps between two lines where other files have a third line."""
    for first, second in pairwise(lines):
        key = ("line", first.text, second.text)
        if key in between.forms:
            usual, count = between.forms[key].most_common(1)[0]
            if count >= SIBLINGS:
                weight = count / (between.forms[key].total() + between.adjacent[first.text, second.text] + _DOUBT)
                yield _place(file, text, first.end, first.end, "\n" + between.written[key, usual], weight)


def _with_neighbours(items: tuple[_Item, ...], width: int) -> Iterator[tuple[_Key, _Item]]:
    for at in range(width, len(items) - width):
        if items[at].kind:
            around = (*items[at - width : at], *items[at + 1 : at + 1 + width])
            yield (items[at].kind, *(each.text for each in around)), items[at]


def _place(file: str, text: str, start: int, end: int, instead: str, weight: float) -> Place:
    return Place(file, text.count("\n", 0, start) + 1, start, end, instead, weight)


def main(prompt: str) -> None:
    """Repair the oddest place to which the prompt leads."""
    paths = [path for folder in FOLDERS for path in sorted((WORKSPACE / folder).rglob("*.sql"))]
    texts = {path.relative_to(WORKSPACE).as_posix(): path.read_text() for path in paths}
    for place in suspects(prompt, texts)[:1]:
        (WORKSPACE / place.file).write_text(repaired(texts[place.file], place))
        print(f"changed line {place.line} of {place.file}")


if __name__ == "__main__":
    main(sys.argv[1])
