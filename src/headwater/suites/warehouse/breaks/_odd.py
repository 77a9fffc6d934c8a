"""Finds signs that give a hand-written break away: SQL forms rare elsewhere, and comments that state the rule."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property

from headwater.agents.odd_token_agent import COMMENT, QUALIFIER
from headwater.suites.warehouse.breaks._break import Break
from headwater.suites.warehouse.breaks._read import apply_edits

PLACES = 3
"""The required number of occurrences, in the clean project, of each form that a break introduces."""
_WIDTH = 3
_TOKEN = re.compile(r"'[^'\n]*'|\w+|<=|>=|<>|!=|\|\||[^\w\s]")
_KEPT_WORDS = frozenset(
    re.findall(
        r"\w+",
        """all and any as asc between by case cast cross desc distinct else end exists false full group having if in
        inner interval is join lag last lead left like limit not null on or order outer over partition range right
        row rows select then true union using when where with count sum min max avg coalesce nullif row_number rank
        dense_rank first_value last_value date timestamp current preceding following unbounded filter is_incremental""",
    )
)
"""SQL keywords. Any other name belongs to a column or relation, unless it is called as a function or macro."""


@dataclass
class CleanCode:
    """The SQL of the clean project. The SQL forms in breaks are looked up in it.

    Args:
        texts: The files in the project.
    """

    texts: Mapping[str, str]

    def odd_forms(self, one: Break) -> list[str]:
        """Return the forms that a break introduces and that occur fewer than `PLACES` times in the clean project.

        A form is three consecutive tokens outside comments. Column and relation names are ignored, so a form consists
        of adjacent keywords, functions, macros, operators, numbers and string literals.
        """
        found: list[str] = []
        for file, text in self._broken(one).items():
            new = Counter(_forms(text)) - Counter(_forms(self.texts[file]))
            found += [" ".join(form) for form in new if self._counts[form] < PLACES]
        return sorted(found)

    def revealing_comments(self, one: Break) -> list[str]:
        """Return the comments in the broken files that mention a name, text or number that the break changes."""
        found = []
        for file, text in self._broken(one).items():
            changed = {
                token for token in _changed(self.texts[file], text) if len(token) > 1 and token not in _KEPT_WORDS
            }
            comments = (match[0] for match in COMMENT.finditer(text))
            found += [f"{file}: {each}" for each in comments if changed & set(_TOKEN.findall(each.lower()))]
        return found

    def _broken(self, one: Break) -> dict[str, str]:
        broken = apply_edits(self.texts, one.edits, one.id)
        return {file: text for file, text in broken.items() if file.endswith(".sql")}

    @cached_property
    def _counts(self) -> Counter[tuple[str, ...]]:
        return Counter(form for file, text in self.texts.items() if file.endswith(".sql") for form in _forms(text))


def _forms(text: str) -> list[tuple[str, ...]]:
    tokens = [_compared(token, following) for token, following in _with_next(_tokens(text))]
    return [tuple(tokens[at : at + _WIDTH]) for at in range(len(tokens) - _WIDTH + 1)]


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(QUALIFIER.sub("", COMMENT.sub(" ", text)).lower())


def _with_next(tokens: list[str]) -> Iterable[tuple[str, str]]:
    return zip(tokens, [*tokens[1:], ""], strict=True)


def _compared(token: str, following: str) -> str:
    is_name = token.isidentifier() and token not in _KEPT_WORDS and following != "("
    return "_" if is_name else token


def _changed(before: str, after: str) -> set[str]:
    old, new = _tokens(before), _tokens(after)
    found: set[str] = set()
    for tag, first, last, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            found |= {*old[first:last], *new[start:end]}
    return found
