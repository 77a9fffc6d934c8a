"""Finds locations where small edits can break a model, macro or seed without changing its shape.

A finder consists of a line pattern and a replacement. It works on text instead of a syntax tree, because the text also
contains Jinja and must keep its author's formatting. A finder may propose useless edits, because each break is later
tested: the result must parse and build, and a test must fail.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from headwater.suites.warehouse.breaks._break import Break, Edit, Operator

_Replace = Callable[[re.Match[str]], str]
_COMMENT = re.compile(r"^\s*(--|\{#|#\}|/\*|\*)")
_MAX_CONTEXT = 6
_RANK = r"\b\w*(?:row|rank|version|number|nth|position|latest|recency|rn|order|sequence)\w*"


@dataclass(frozen=True)
class Finder:
    """A pattern for lines that can be broken, and the replacement."""

    operator: Operator
    pattern: re.Pattern[str]
    replace: _Replace
    what: str
    folders: tuple[str, ...] = ("models/",)


def _finder(operator: Operator, pattern: str, replace: str | _Replace, what: str, *folders: str) -> Finder:
    replacement = (lambda match: match.expand(replace)) if isinstance(replace, str) else replace
    return Finder(operator, re.compile(pattern, re.IGNORECASE), replacement, what, folders or ("models/",))


def _without_last(match: re.Match[str]) -> str:
    """Return a parenthesized list without its last value."""
    values = match[1].split(",")
    return f"in ({','.join(values[:-1])})" if len(values) > 1 else match[0]


_BOTH = ("models/", "macros/")
FINDERS: tuple[Finder, ...] = (
    _finder(Operator.JOIN_TYPE, r"^(\s*)left join\b", r"\1inner join", "an outer join became an inner one"),
    _finder(Operator.JOIN_TYPE, r"^(\s*)(?:inner )?join\b", r"\1left join", "an inner join became an outer one"),
    _finder(Operator.FAN_OUT, r"^\s+and [\w.]+ = [\w.]+\s*$\n", "", "a join or filter lost one of its keys"),
    _finder(Operator.FAN_OUT, r"(\bon [\w.]+ = [\w.]+) and [\w.]+ = [\w.]+", r"\1", "a join lost its second key"),
    _finder(Operator.JOIN_KEY, r"\bbetween ([\w.]+) and ([\w.]+)", r">= \1", "a join by period lost its end"),
    _finder(Operator.FILTER_DROPPED, r"^\s+and (?![\w.]+ = [\w.]+\s*$).*\n", "", "one of several conditions was lost"),
    _finder(Operator.FILTER_DROPPED, r"^(\s*)where (?!.*\bnull\b)(?!true).*$", r"\1where true", "a filter was lost"),
    _finder(Operator.FILTER_MOVED, r"^(\s*)where (.*)\bis not null", r"\1where \2is null", "a filter was turned round"),
    _finder(Operator.TIE_BREAK, r"\border by ([\w.]+) desc\b", r"order by \1", "the first is taken for the last"),
    _finder(Operator.TIE_BREAK, r"(over \(.*order by [\w.]+)(,| *\))", r"\1 desc\2", "the last is taken for the first"),
    _finder(Operator.WINDOW_FRAME, r"\bunbounded preceding\b", "1 preceding", "a running total looks back one row"),
    _finder(Operator.WINDOW_FRAME, r"\b(\d+) preceding\b", lambda m: f"{int(m[1]) + 1} preceding", "a wider frame"),
    _finder(Operator.WINDOW_FRAME, r"\blag\(", "lead(", "a change is measured against the row after"),
    _finder(Operator.WRONG_GRAIN, r"\bpartition by ([\w.]+), [\w.]+", r"partition by \1", "a window has too few keys"),
    _finder(Operator.DEDUP, rf"({_RANK}) = 1\b", r"\1 <= 2", "two of each are kept"),
    _finder(Operator.DEDUP, r"\bselect distinct\b", "select", "duplicates are kept"),
    _finder(Operator.AGGREGATION, r"\bcount\(distinct ([\w.]+)\)", r"count(\1)", "what repeats is counted again"),
    _finder(Operator.AGGREGATION, r"\bmax\(([\w.]+)\)", r"min(\1)", "the least is taken for the greatest"),
    _finder(Operator.AGGREGATION, r"\bmin\(([\w.]+)\)", r"max(\1)", "the greatest is taken for the least"),
    _finder(Operator.AGGREGATION, r"\bsum\(([\w.]+)\)", r"max(\1)", "the greatest is taken for the sum"),
    _finder(Operator.BOUNDARY, r"(?<![<>=!-])<=(?!>)", "<", "the end of a period is left out", *_BOTH),
    _finder(Operator.BOUNDARY, r"(?<![<>=!-])>=", ">", "the beginning of a period is left out", *_BOTH),
    _finder(Operator.BOUNDARY, r"(?<![<>=!{%-])<(?![<>=])", "<=", "a period has one day too many", *_BOTH),
    _finder(Operator.NULL_HANDLING, r"\bcoalesce\(([\w.]+), [\w.']+\)", r"\1", "what is missing stays missing", *_BOTH),
    _finder(Operator.NULL_HANDLING, r"\bis distinct from\b", "<>", "a comparison forgets what is missing"),
    _finder(Operator.SIGN, r"^(\s+)-(\w[\w.]*)( as \w+)", r"\1\2\3", "a sign was lost"),
    _finder(Operator.SIGN, r"(\w) - (\w[\w.]*(?:\)|,| as ))", r"\1 + \2", "what is taken off is added", *_BOTH),
    _finder(Operator.SIGN, r"(\w) \+ (\w[\w.]*(?:\)|,| as ))", r"\1 - \2", "what is added is taken off", *_BOTH),
    _finder(Operator.UNIT, r"([/*] )100(\.0)?\b", r"\g<1>1000\2", "an amount is in another unit", *_BOTH),
    _finder(Operator.UNIT, r"([/*] )60(\.0)?\b", r"\g<1>3600\2", "minutes became hours", *_BOTH),
    _finder(Operator.UNIT, r"([/*] )12\b", r"\g<1>4", "a year has four months", *_BOTH),
    _finder(Operator.CURRENCY, r" \* ([\w.]*(?:usd_per_unit|rate))\b", r" / \1", "a rate is inverted", *_BOTH),
    _finder(Operator.CURRENCY, r"\w+\.usd_per_unit\b", "1", "amounts are taken for dollars", *_BOTH),
    _finder(Operator.UNION_MISMATCH, r"\bunion all\b", "union", "rows that look alike became one"),
    _finder(Operator.ENUM_DRIFT, r"\bin \(('[^()]*')\)", _without_last, "a value of a list was forgotten", *_BOTH),
    _finder(Operator.ENUM_DRIFT, r"^\s+when [\w.]+ = '[^']*' then .*\n", "", "a case of several was forgotten", *_BOTH),
    _finder(Operator.MACRO_DEFAULT, r"(\{%-?\s*macro \w+\([^)]*=\s*)(\d+)", lambda m: f"{m[1]}{int(m[2]) + 1}",
            "the default of a macro is another", "macros/"),
    _finder(Operator.INCREMENTAL, r"(is_incremental\(\).*\n\s*(?:where|and) [^\n]*)>=", r"\1>", "a run skips a row"),
    _finder(Operator.FISCAL_BOUNDARY, r"\bfiscal_quarter_start\b(?! *as)", "quarter_start", "calendar quarters"),
    _finder(Operator.FISCAL_BOUNDARY, r"fiscal_year_first_month'\) *\}\}", "fiscal_year_first_month') - 1 }}",
            "the fiscal year begins a month early", *_BOTH),
    _finder(Operator.TIME_ZONE, r" at time zone '[^']*'", " at time zone 'US/Pacific'", "another time zone", *_BOTH),
)  # fmt: skip


def find_breaks(texts: Mapping[str, str], seed: int) -> list[Break]:
    """Return all breaks that finders propose, in an order that depends only on the seed."""
    found: dict[str, Break] = {}
    for file in sorted(texts):
        if not file.endswith(".sql") or "generic_tests" in file:
            continue
        for finder in FINDERS:
            if file.startswith(finder.folders):
                for one in _in_file(file, texts[file], finder):
                    found.setdefault(one.id, one)
    return sorted(found.values(), key=lambda one: hashlib.sha256(f"{seed}\0{one.id}".encode()).digest())


def _in_file(file: str, text: str, finder: Finder) -> Iterator[Break]:
    pattern = re.compile(finder.pattern.pattern, finder.pattern.flags | re.MULTILINE)
    for match in pattern.finditer(text):
        new = finder.replace(match)
        line = text[text.rfind("\n", 0, match.start()) + 1 : match.end()]
        if new == match[0] or _COMMENT.match(line):
            continue
        edit = _edit(file, text, match.start(), match.end(), new)
        if edit is not None:
            name = file.rpartition("/")[2].removesuffix(".sql").replace("_", "-").strip("-")
            digest = hashlib.sha256(f"{finder.operator}\0{file}\0{edit.find}\0{edit.replace}".encode()).hexdigest()
            slug = re.sub(r"-+", "-", re.sub(r"[^a-z0-9-]", "-", name.lower()))
            yield Break(
                id=f"{finder.operator}-{slug}-{digest[:8]}",
                domain=_domain(file),
                operator=finder.operator,
                title=f"In {name}, {finder.what}",
                why=f"Found by an operator: {finder.what}.",
                edits=(edit,),
            )


def _edit(file: str, text: str, start: int, end: int, new: str) -> Edit | None:
    """Return the edit, with enough surrounding lines to make its text unique in the file."""
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    last = len(text) if last < 0 else last
    for _ in range(_MAX_CONTEXT):
        find = text[first:last]
        if find.strip() and text.count(find) == 1:
            return Edit(file=file, find=find, replace=text[first:start] + new + text[end:last])
        if first == 0:
            return None
        first = text.rfind("\n", 0, first - 1) + 1
    return None


def _domain(file: str) -> str:
    parts = file.split("/")[1:-1]
    layers = {"staging", "intermediate", "marts", "reports", "semantic"}
    own_parts = [part for part in parts if part not in layers]
    return re.sub(r"[^a-z0-9]+", "-", (own_parts[0] if own_parts else parts[0] if parts else "project").lower())
