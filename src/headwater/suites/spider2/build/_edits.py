"""Edits a model's SQL so that it becomes wrong in one way.

An edit wraps the final relation or changes the text. It can be applied to a template or to the SQL that dbt compiled
from it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from headwater.suites.spider2.scoring._database import quoted
from headwater.suites.spider2.scoring._values import ValueKind, kind_of

Edit = Callable[[str], str]
"""A function from the text of a correct model to the text of a wrong one."""
Column = tuple[str, str]
"""The name and the type of a column."""
_OUTER_JOIN = re.compile(r"\b(?:left|full)(?:\s+outer)?\s+join\b", re.IGNORECASE)
_ORDER = re.compile(
    r"(?P<before>\bover\s*\([^()]*?)\border\s+by\s+(?P<keys>[^()]*?)(?P<frame>\s+(?:rows|range)\b[^()]*)?\)",
    re.IGNORECASE,
)
_DIRECTION = re.compile(r"\s+(asc|desc)$", re.IGNORECASE)
_RATIO = re.compile(r"rate|ratio|percent|pct|average|avg|share|_per_", re.IGNORECASE)
_FRACTIONS = ("DECIMAL", "DOUBLE", "FLOAT")
_MOST = 12


def wrapped(text: str, query: str) -> str:
    """Return a model that runs another query on a model's result. The query refers to that result as ``answer``."""
    return f"with answer as (\n{text.rstrip().rstrip(';')}\n)\n{query}\n"


def _wrapping(query: str) -> Edit:
    return lambda text: wrapped(text, query)


def scrambled(columns: Sequence[Column]) -> Iterator[Edit]:
    """Yield edits that shift the values of one column by one row."""
    keys = ", ".join(quoted(name) for name, _ in columns)
    for name, _ in columns[::-1][:_MOST]:
        yield _wrapping(
            f", placed as (\n    select *, row_number() over (order by {keys}) as place, count(*) over () as places\n"
            "    from answer\n)\n"
            f"select one.* exclude (place, places) replace (other.{quoted(name)} as {quoted(name)})\n"
            "from placed as one\njoin placed as other on other.place = one.place % one.places + 1"
        )


def duplicated() -> Iterator[Edit]:
    """Yield an edit that repeats one row."""
    yield _wrapping("select * from answer\nunion all\n(select * from answer order by all limit 1)")


def null_for_zero(columns: Sequence[Column]) -> Iterator[Edit]:
    """Yield edits that replace the number 0 with NULL."""
    return _replacing(columns, lambda name: f"nullif({name}, 0)")


def zero_for_null(columns: Sequence[Column]) -> Iterator[Edit]:
    """Yield edits that replace NULL with 0 in a numeric column."""
    return _replacing(columns, lambda name: f"coalesce({name}, 0)")


def off_by_one_percent(columns: Sequence[Column]) -> Iterator[Edit]:
    """Yield edits that make a ratio one percent too large, or else another fraction."""
    fractions = [one for one in columns if one[1].startswith(_FRACTIONS)]
    fractions.sort(key=lambda one: _RATIO.search(one[0]) is None)
    return _replacing(fractions, lambda name: f"{name} * 1.01")


def _replacing(columns: Sequence[Column], value: Callable[[str], str]) -> Iterator[Edit]:
    numbers = [name for name, kind in columns if kind_of(kind) is ValueKind.NUMBER and kind != "BOOLEAN"]
    for name in numbers[:_MOST]:
        yield _wrapping(f"select * replace ({value(quoted(name))} as {quoted(name)})\nfrom answer")


def ends_early(columns: Sequence[Column]) -> Iterator[Edit]:
    """Yield edits that omit the last day's rows."""
    for name, kind in columns:
        if kind_of(kind) is ValueKind.TIME:
            day = f"cast({quoted(name)} as date)"
            yield _wrapping(f"select *\nfrom answer\nwhere {day} is distinct from (select max({day}) from answer)")


def made_up(columns: Sequence[Column]) -> Edit:
    """Return an edit that preserves the columns and the row count, and replaces all values with constants."""
    values = ", ".join(f"{_made_up(kind)} as {quoted(name)}" for name, kind in columns)
    return _wrapping(f"select {values}\nfrom answer")


def _made_up(data_type: str) -> str:
    match kind_of(data_type):
        case ValueKind.NUMBER:
            return f"cast(1 as {data_type})"
        case ValueKind.TIME:
            return f"cast('2024-01-01' as {data_type})"
        case ValueKind.TEXT:
            return f"cast('other' as {data_type})" if data_type == "VARCHAR" else f"cast(null as {data_type})"
        case ValueKind.NESTED:
            return f"cast(null as {data_type})"


def in_another_order(columns: Sequence[Column]) -> Edit:
    """Return an edit that reverses the order of the columns."""
    return _wrapping(f"select {', '.join(quoted(name) for name, _ in columns[::-1])}\nfrom answer")


def crossed(pairs: int) -> Edit:
    """Return an edit that computes this many pairs of rows without using them."""
    side = int(pairs**0.5) + 1
    return _wrapping(
        f", pairs as (\n    select count(*) as pairs\n    from range({side}) as one\n"
        f"    cross join range({side}) as other\n)\nselect answer.*\nfrom answer\nwhere (select pairs from pairs) >= 0"
    )


def inner_joins(text: str, compiled: str) -> Iterator[Edit]:
    """Yield edits that turn outer joins into inner joins.

    One edit changes all joins. Each other edit changes one join whose location is unambiguous.
    """
    count = len(_OUTER_JOIN.findall(text))
    if count == len(_OUTER_JOIN.findall(compiled)):
        for number in range(min(count, _MOST)):
            yield _nth(_OUTER_JOIN, number, lambda _: "inner join")
    if count:
        yield lambda one: _OUTER_JOIN.sub("inner join", one)


def other_ends(text: str, compiled: str) -> Iterator[Edit]:
    """Yield edits that reverse the direction of a window's last sort key, which breaks ties."""
    return _windows(text, compiled, _turned)


def unsorted(text: str, compiled: str) -> Iterator[Edit]:
    """Yield edits that remove the sort keys of a window, so that row order determines the result."""
    return _windows(text, compiled, lambda match: f"{match['before'].rstrip()}{match['frame'] or ''})")


def _windows(text: str, compiled: str, change: Callable[[re.Match[str]], str]) -> Iterator[Edit]:
    count = len(_ORDER.findall(text))
    if count == len(_ORDER.findall(compiled)):
        for number in range(min(count, _MOST)):
            yield _nth(_ORDER, number, change)
    if count:
        yield lambda one: _ORDER.sub(change, one)


def _nth(pattern: re.Pattern[str], number: int, change: Callable[[re.Match[str]], str]) -> Edit:
    def edit(text: str) -> str:
        found = list(pattern.finditer(text))[number]
        return text[: found.start()] + change(found) + text[found.end() :]

    return edit


def _turned(match: re.Match[str]) -> str:
    keys = match["keys"].rstrip()
    direction = _DIRECTION.search(keys)
    turned = _DIRECTION.sub("", keys) + (" asc" if direction and direction[1].lower() == "desc" else " desc")
    return f"{match['before']}order by {turned}{match['frame'] or ''})"
