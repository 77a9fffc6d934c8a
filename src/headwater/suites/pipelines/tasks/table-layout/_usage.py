"""Read the rows from both tables in a common format, and compute the figures on the pages."""

from __future__ import annotations

from collections.abc import Sequence

from headwater.grading import Completed, Graded, QueryError, State
from headwater.services import ClickHouseClient

TARGET = "analytics.usage"
UNREACHABLE = {
    "CLICKHOUSE_URL": "http://127.0.0.1:1",
    "CLICKHOUSE_PORT": "1",
    "CLICKHOUSE_NATIVE_PORT": "1",
    "CLICKHOUSE_PASSWORD": "hush-6127",
}
COLUMNS = ["seq", "ts", "account", "resource", "meter", "unit", "region", "plan", "value"]
# The rows in raw.usage, converted as docs/usage.md specifies.
MEANT = """(
    select seq, toDateTime64(ts, 3, 'UTC') as ts, account, resource, meter, unit,
           nullIf(region, '') as region, nullIf(plan, '') as plan, toDecimal128(value, 6) as value
    from raw.usage
)"""
_FORMS = {
    "ts": "toUnixTimestamp64Milli(toDateTime64(ts, 3, 'UTC'))",
    "account": "toString(account)",
    "resource": "toString(resource)",
    "meter": "toString(meter)",
    "unit": "toString(unit)",
    "region": "ifNull(toString(region), '(null)')",
    "plan": "ifNull(toString(plan), '(null)')",
    "value": "toString(toDecimal128(value, 6))",
}
_DIGESTS = ", ".join(f"sum(cityHash64(toUInt64(seq), {form}))" for form in _FORMS.values())


def differing(state: State | Graded, expected_state: State) -> list[str]:
    """Return the columns that differ from raw.usage, compared row by row, or ``rows`` if the row counts differ."""
    sql = "select count(), {} from {}"
    agent_digests = state.clickhouse.query(sql.format(_DIGESTS, TARGET))[0]
    expected_digests = expected_state.clickhouse.query(sql.format(_DIGESTS, MEANT))[0]
    return [
        name
        for name, one, other in zip(["rows", *_FORMS], agent_digests, expected_digests, strict=True)
        if one != other
    ]


def page(graded: Graded, name: str) -> str:
    """Return one of the page queries that the task ships."""
    return (graded.workspace.shipped_text(f"queries/{name}.sql") or "").strip().rstrip(";")


def expected_page(graded: Graded, name: str) -> list[tuple[object, ...]]:
    """Compute the figures on a page from the rows in raw.usage."""
    return graded.starting.clickhouse.query(page(graded, name).replace(TARGET, MEANT))


def months(clickhouse: ClickHouseClient, table: str) -> list[tuple[object, ...]]:
    """Return the number of rows per month."""
    return clickhouse.query(f"select toYYYYMM(ts) as month, count() from {table} group by month order by month")


def row(seq: int, ts: str, value: str, **changes: str) -> list[object]:
    """Return a row in the collectors' format."""
    content: dict[str, object] = {
        "seq": 50_000_000 + seq,
        "ts": ts,
        "account": "acct-new",
        "resource": "vm-new-1",
        "meter": "vm_hours",
        "unit": "h",
        "region": "eu-north",
        "plan": "team",
        "value": value,
    }
    return list((content | changes).values())


def arrive(state: State, rows: Sequence[Sequence[object]]) -> None:
    """Insert rows as the collectors do."""
    state.clickhouse.insert("raw.usage", rows, COLUMNS)


def describe_end(completed: Completed) -> str:
    """Describe how a run ended."""
    return f"the run exited with {completed.exit_code}" + (f" ({completed.tail})" if completed.exit_code else "")


def merge(clickhouse: ClickHouseClient) -> None:
    """Merge all parts in analytics, as background merges eventually do."""
    tables = "select name from system.tables where database = 'analytics' and engine like '%MergeTree'"
    for (name,) in clickhouse.query(tables):
        clickhouse.execute(f"optimize table analytics.`{name}` final;")


def refusal(state: State, script: str) -> str:
    """Run statements as the database team; return the server's error, or an empty string."""
    try:
        state.clickhouse.execute(script)
    except QueryError as error:
        return str(error)
    return ""
