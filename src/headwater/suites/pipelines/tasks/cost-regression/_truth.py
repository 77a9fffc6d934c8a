"""Derive the right figures from the history and the collectors' rows, and compare marts and reports with them."""

from __future__ import annotations

from typing import Any

from headwater.grading import Graded, QueryError, State

Row = tuple[Any, ...]

# Tables of grading in a copy, which no program of the task knows.
BASE = "grading"
_KEEP = f"""
    create database {BASE};
    create table {BASE}.history engine = MergeTree order by event_id as
    select event_id, revision, at, kind, campaign, user, micros from marts.events final;
"""
_SEALED = "batch in (select batch from raw.batches)"
_OFFSETS = """
    select campaign, utc_offset from (select * from raw.campaigns final) as c
    inner join (select * from raw.accounts final) as a on a.account = c.account
"""
_DERIVE = f"""
    create or replace table {BASE}.changed engine = MergeTree order by event_id as
    select v.event_id as event_id, argMax(v.at, v.revision) as at, argMax(v.kind, v.revision) as kind,
        argMax(v.campaign, v.revision) as campaign, argMax(v.user, v.revision) as user,
        argMax(v.micros, v.revision) as micros
    from (
        select event_id, revision, at, kind, campaign, user, micros, 0 as void from {BASE}.history
        where event_id in (select event_id from raw.events where {_SEALED})
        union all
        select event_id, revision, at, kind, campaign, user, micros, void from raw.events where {_SEALED}
    ) as v
    group by event_id having argMax(v.void, v.revision) = 0;
    create or replace table {BASE}.daily engine = MergeTree order by (day, campaign) as
    select toDate(addMinutes(e.at, o.utc_offset)) as day, e.campaign as campaign,
        countIf(e.kind = 'impression') as impressions, countIf(e.kind = 'click') as clicks, sum(e.micros) as micros,
        uniqExactStateIf(e.user, e.kind = 'impression') as users
    from (
        select at, kind, campaign, user, micros from {BASE}.changed
        union all
        select at, kind, campaign, user, micros from {BASE}.history
        where event_id not in (select event_id from raw.events where {_SEALED})
    ) as e
    left join ({_OFFSETS}) as o on o.campaign = e.campaign
    group by day, campaign;
"""
_LINES = "day, campaign, impressions, clicks, micros"
STORED = {
    "marts.campaign_daily": f"select {_LINES} from marts.campaign_daily order by day, campaign",
    "reports.campaign_days": f"select {_LINES}, users from reports.campaign_days order by day, campaign",
    "reports.accounts": """
        select account, month, impressions, clicks, micros, users from reports.accounts order by account, month
    """,
}
RIGHT = {
    "marts.campaign_daily": f"select {_LINES} from {BASE}.daily order by day, campaign",
    "reports.campaign_days": f"select {_LINES}, finalizeAggregation(users) from {BASE}.daily order by day, campaign",
    "reports.accounts": f"""
        select c.account as account, toStartOfMonth(d.day) as month, sum(d.impressions), sum(d.clicks), sum(d.micros),
            uniqExactMerge(d.users)
        from {BASE}.daily as d inner join (select * from raw.campaigns final) as c on c.campaign = d.campaign
        group by account, month order by account, month
    """,
}
_DIGEST = "select count(), sum(cityHash64(*)) from ({})"
EVENTS = """
    select count(), sum(sipHash64(event_id, revision, at, toString(kind), campaign, user, micros))
    from marts.events final
"""


class Watch:
    """Compares marts and reports with the right figures in one copy, and remembers what is wrong, to report it once."""

    def __init__(self, copy: State) -> None:
        """Keep what marts.events has before anything changes, which a check compares with the starting state."""
        self._copy = copy
        self._wrong: dict[str, set[Row]] = {name: set() for name in RIGHT}
        copy.clickhouse.execute(_KEEP)

    def faults(self) -> dict[str, str]:
        """Return how each table and view differs from the right one, or an empty text.

        Lines that were wrong before are left out, so that one fault does not fail the checks of all later nights.
        """
        self._copy.clickhouse.execute(_DERIVE)
        return {name: self._fault(name) for name in RIGHT}

    def _fault(self, name: str) -> str:
        query = self._copy.clickhouse.query
        digests = [_DIGEST.format(each[name]) for each in (STORED, RIGHT)]
        try:
            if query(digests[0]) == query(digests[1]):
                return ""
            stored, right = query(STORED[name]), query(RIGHT[name])
        except QueryError as error:
            return f"{name}: a query is refused: {error}"
        known = self._wrong[name]
        message = difference(
            name, [row for row in stored if row[:2] not in known], [row for row in right if row[:2] not in known]
        )
        known |= {row[:2] for row in set(stored) ^ set(right)}
        return message


def start_fault(graded: Graded, name: str) -> str:
    """Return how a table or view differs from that of the starting state."""
    digest, right = _DIGEST.format(STORED[name]), graded.starting.clickhouse
    try:
        if graded.clickhouse.query(digest) == right.query(digest):
            return ""
        return difference(name, graded.clickhouse.query(STORED[name]), right.query(STORED[name]))
    except QueryError as error:
        return f"{name}: a query is refused: {error}"


def difference(name: str, stored: list[Row], right: list[Row]) -> str:
    """Describe how rows differ from the right ones. Return an empty string if they are equal."""
    if stored == right:
        return ""
    wrong, missing = sorted(set(stored) - set(right)), sorted(set(right) - set(stored))
    return (
        f"{name}: {len(stored)} rows for {len(right)}, of which {len(wrong)} are wrong, "
        f"such as {str(wrong[:1])[:140]}, "
        f"and {len(missing)} are missing, such as {str(missing[:1])[:140]}"
    )
