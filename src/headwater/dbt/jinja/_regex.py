"""Provides ``modules.re`` to templates, restricted to patterns that are fast on any text.

Python cannot interrupt a running match, and a pattern such as ``(a+)+$`` can take years. Patterns are therefore checked
first. A pattern must not contain nested repeats or more than two repeats without an upper bound, and texts must be
short.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from re import _constants, _parser  # type: ignore[attr-defined] # the only way to see what a pattern repeats
from typing import Any

from headwater.dbt.jinja._budget import OverBudgetError

_MAX_PATTERN = 200
_MAX_TEXT = 2_000
_MAX_REPEATS = 2
_REPEATS = (_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT)


class SafeRe:
    """The functions from ``re`` that macros use."""

    IGNORECASE = re.IGNORECASE
    MULTILINE = re.MULTILINE
    DOTALL = re.DOTALL

    def match(self, pattern: Any, string: Any, flags: int = 0) -> re.Match[str] | None:
        """See `re.match`."""
        return safe_pattern(pattern, flags).match(_short(string))

    def search(self, pattern: Any, string: Any, flags: int = 0) -> re.Match[str] | None:
        """See `re.search`."""
        return safe_pattern(pattern, flags).search(_short(string))

    def fullmatch(self, pattern: Any, string: Any, flags: int = 0) -> re.Match[str] | None:
        """See `re.fullmatch`."""
        return safe_pattern(pattern, flags).fullmatch(_short(string))

    def findall(self, pattern: Any, string: Any, flags: int = 0) -> list[Any]:
        """See `re.findall`."""
        return safe_pattern(pattern, flags).findall(_short(string))

    def split(self, pattern: Any, string: Any, maxsplit: int = 0, flags: int = 0) -> list[str | Any]:
        """See `re.split`."""
        return safe_pattern(pattern, flags).split(_short(string), maxsplit)

    def sub(self, pattern: Any, repl: Any, string: Any, count: int = 0, flags: int = 0) -> str:
        """See `re.sub`. The replacement must be a string."""
        return safe_pattern(pattern, flags).sub(_short(repl), _short(string), count)

    def escape(self, pattern: Any) -> str:
        """See `re.escape`."""
        return re.escape(_short(pattern))


def _short(value: Any) -> str:
    text = str(value)
    if len(text) > _MAX_TEXT:
        raise OverBudgetError(f"matches a regular expression against more than {_MAX_TEXT:,} characters")
    return text


def safe_pattern(pattern: Any, flags: int = 0) -> re.Pattern[str]:
    """Return a compiled pattern.

    Raises:
        OverBudgetError: The pattern is invalid, or matching could take a long time.
    """
    text = str(pattern)
    if len(text) > _MAX_PATTERN:
        raise OverBudgetError(f"has a regular expression of more than {_MAX_PATTERN} characters")
    try:
        repeats = _unbounded(_parser.parse(text, flags).data, within=False)
        if repeats > _MAX_REPEATS:
            raise OverBudgetError(f"has a regular expression with more than {_MAX_REPEATS} unbounded repeats")
        return re.compile(text, flags)
    except (re.error, OverflowError) as error:
        raise OverBudgetError(f"has an invalid regular expression: {error}") from None


def _unbounded(operations: Iterable[Any], *, within: bool) -> int:
    """Count the repeats without an upper bound. Raise an error for nested repeats and back-references."""
    count = 0
    for operation, argument in operations:
        if operation in _REPEATS:
            _least, most, body = argument
            long = most == _constants.MAXREPEAT or most > 20
            if within and most != 1:
                raise OverBudgetError("has a regular expression with nested repeats")
            count += long + _unbounded(body.data, within=within or most != 1)
        elif operation is _constants.SUBPATTERN:
            count += _unbounded(argument[-1].data, within=within)
        elif operation is _constants.BRANCH:
            count += sum(_unbounded(branch.data, within=within) for branch in argument[1])
        elif operation in (_constants.ASSERT, _constants.ASSERT_NOT):
            count += _unbounded(argument[1].data, within=within)
        elif operation not in _PLAIN:
            raise OverBudgetError("has a regular expression that is not supported")
    return count


_PLAIN = (
    _constants.LITERAL,
    _constants.NOT_LITERAL,
    _constants.IN,
    _constants.ANY,
    _constants.AT,
    _constants.CATEGORY,
    _constants.RANGE,
)
