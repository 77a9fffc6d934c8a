"""Finds signs that give a hand-written break away: SQL forms rare elsewhere, and comments that state the rule."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property

from headwater.agents.odd_token_agent import COMMENT, QUALIFIER
from headwater.suites.warehouse._bi import is_definition
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
_PROSE = re.compile(
    r"^ *(?:- )?(?:title|label|description|about|note|reads|owner|audience|refresh):.*\n(?:(?: {2,}(?!\w+:|- ).*)?\n)*"
    r"|#.*",
    re.MULTILINE,
)
"""The parts of a definition of the BI layer that are written for people."""
_CHOICE = re.compile(r"\b(aggregate|aggregation|grain|type|kind): *(\w+)")
"""Fields of a definition that have one of a few values. The values are compared like texts in SQL."""


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
            new = Counter(_forms(file, text)) - Counter(_forms(file, self.texts[file]))
            found += [" ".join(form) for form in new if self._counts[form] < PLACES]
        return sorted(found)

    def revealing_comments(self, one: Break) -> list[str]:
        """Return the comments in the broken files that mention a name, text or number that the break changes.

        The comments of a definition of the BI layer include its title, its description and its notes.
        """
        found = []
        for file, text in self._broken(one).items():
            changed = {
                _stem(token)
                for token in _changed(file, self.texts[file], text)
                if len(token) > 1 and token not in _KEPT_WORDS
            }
            comments = (match[0].strip() for match in (_PROSE if is_definition(file) else COMMENT).finditer(text))
            found += [f"{file}: {each}" for each in comments if changed & set(map(_stem, _TOKEN.findall(each.lower())))]
        return found

    def hides(self, one: Break) -> bool:
        """Return whether nothing gives a break away: it introduces no odd form, and no comment reveals it."""
        return not self.odd_forms(one) and not self.revealing_comments(one)

    def _broken(self, one: Break) -> dict[str, str]:
        broken = apply_edits(self.texts, one.edits, one.id)
        return {file: text for file, text in broken.items() if _is_code(file)}

    @cached_property
    def _counts(self) -> Counter[tuple[str, ...]]:
        return Counter(form for file, text in self.texts.items() if _is_code(file) for form in _forms(file, text))


def _stem(token: str) -> str:
    """Return a token without quotes and without the s of a plural."""
    return token.strip("'").removesuffix("s")


def _is_code(file: str) -> bool:
    return file.endswith(".sql") or is_definition(file)


def _forms(file: str, text: str) -> list[tuple[str, ...]]:
    names_end = "(:" if is_definition(file) else "("
    tokens = [_compared(token, following, names_end) for token, following in _with_next(_tokens(file, text))]
    return [tuple(tokens[at : at + _WIDTH]) for at in range(len(tokens) - _WIDTH + 1)]


def _tokens(file: str, text: str) -> list[str]:
    if is_definition(file):
        return _TOKEN.findall(QUALIFIER.sub("", _CHOICE.sub(r"\1: '\2'", _PROSE.sub("", text))).lower())
    return _TOKEN.findall(QUALIFIER.sub("", COMMENT.sub(" ", text)).lower())


def _with_next(tokens: list[str]) -> Iterable[tuple[str, str]]:
    return zip(tokens, [*tokens[1:], ""], strict=True)


def _compared(token: str, following: str, names_end: str) -> str:
    is_name = token.isidentifier() and token not in _KEPT_WORDS and (not following or following not in names_end)
    return "_" if is_name else token


def _changed(file: str, before: str, after: str) -> set[str]:
    old, new = _tokens(file, before), _tokens(file, after)
    found: set[str] = set()
    for tag, first, last, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            found |= {*old[first:last], *new[start:end]}
    return found
