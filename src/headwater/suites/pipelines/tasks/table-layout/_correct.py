"""Correctness checks: each value is exact, in columns with suitable types."""

from __future__ import annotations

import re

from _usage import TARGET, differing, expected_page, page

from headwater.grading import Graded, Result, correct, expect, expect_equal

_ALIKE = """
    select count(), sum(n) from (
        select count() as n from {} group by ts, account, resource, meter, region, plan, value having n > 1
    )
"""


@correct(demand="docs/usage.md#values")
def values_are_exact(graded: Graded) -> Result:
    """Each value is exact to six decimals."""
    wrong = differing(graded, graded.starting)
    return expect("value" not in wrong, f"columns that differ from what was measured: {wrong or 'none'}")


@correct(demand="docs/usage.md#samples")
def times_and_names_are_right(graded: Graded) -> Result:
    """Times are exact to the millisecond, and accounts, resources, meters and units are unchanged."""
    wrong = [name for name in differing(graded, graded.starting) if name not in ("value", "region", "plan")]
    return expect(not wrong, f"columns that differ from what was measured: {wrong or 'none'}")


@correct(demand="docs/usage.md#missing-regions-and-plans")
def what_is_missing_is_null(graded: Graded) -> Result:
    """Unknown regions and plans are NULL, and the page that counts them is right."""
    wrong = [name for name in differing(graded, graded.starting) if name in ("region", "plan")]
    found, expected = (
        graded.clickhouse.query(page(graded, "unknown_regions")),
        expected_page(graded, "unknown_regions"),
    )
    return expect(
        not wrong and found == expected,
        f"columns that differ from raw.usage: {wrong or 'none'}; the page shows {found[:2]}",
    )


@correct(demand="docs/usage.md#samples-that-look-alike")
def samples_that_look_alike_all_count(graded: Graded) -> Result:
    """Samples that differ only in their sequence number are all kept, even after merges."""
    expected = graded.starting.clickhouse.query(_ALIKE.format("raw.usage"))[0]
    with graded.copy() as copy:
        copy.clickhouse.execute(f"optimize table {TARGET} final;")
        return expect_equal(
            copy.clickhouse.query(_ALIKE.format(TARGET))[0], expected, "the numbers of such groups and of their samples"
        )


_TEXT = r"LowCardinality\(String\)|Enum\d+\(.*"
_MAYBE = r"LowCardinality\(Nullable\(String\)\)|Nullable\(Enum\d+\(.*"
_FITTING = {
    "ts": r"DateTime64\([3-9], 'UTC'\)",
    "meter": _TEXT,
    "unit": _TEXT,
    "region": _MAYBE,
    "plan": _MAYBE,
    "value": r"Decimal\(\d+, ([6-9]|[1-3]\d)\)",
}


@correct(demand="docs/conventions.md#columns")
def types_fit(graded: Graded) -> Result:
    """Columns have suitable types: UTC times, LowCardinality text, exact decimals, and Nullable only where needed."""
    columns = graded.clickhouse.columns(TARGET)
    unfit = {
        name: columns.get(name) for name, kind in _FITTING.items() if not re.fullmatch(kind, columns.get(name, ""))
    }
    unfit |= {name: columns[name] for name in columns if "Nullable" in columns[name] and name not in ("region", "plan")}
    return expect(not unfit, f"unsuitable types: {unfit or 'none'}")
