"""Let batches arrive in a copy, run the night there, and count what it costs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _truth import BASE, Watch

from headwater.grading import Completed, Graded, State

_COST = """
    select sum(read_rows), sum(written_rows), countIf(written_rows > 0),
        countIf(query_kind in ('Optimize', 'Delete', 'Update')
            or query_kind = 'Alter' and match(query, '(?i)[^_](delete|update)\\\\s'))
    from system.query_log
    where type in ('QueryFinish', 'ExceptionWhileProcessing') and user = 'app' and is_initial_query
"""
_ARRIVED = """
    select count(), uniqExact(toDate(addMinutes(e.at, o.utc_offset))) from raw.events as e
    left join (
        select campaign, utc_offset from (select * from raw.campaigns final) as c
        inner join (select * from raw.accounts final) as a on a.account = c.account
    ) as o on o.campaign = e.campaign
    where e.batch in {batches:Array(UInt32)}
"""
_TABLES = f"""
    select database || '.' || name from system.tables
    where lower(database) not in ('system', 'information_schema', '{BASE}') and not startsWith(name, '.inner')
    order by 1
"""
COLUMNS = "batch, event_id, revision, at, kind, campaign, user, micros, void"
FIRST_BATCH = 14_500
# Campaigns by the offset of their account: for most hours, the west has another day than the east.
_CAMPAIGNS = "from raw.campaigns final where account in (select account from raw.accounts final where utc_offset {})"
WEST = f"campaign in (select campaign {_CAMPAIGNS.format('< -200')})"
EAST = f"(select min(campaign) {_CAMPAIGNS.format('= 600')})"
MEASURES = ("read_rows", "written_rows", "inserts", "rewrites")


@dataclass(frozen=True)
class Night:
    """A run of nightly.py.

    Attributes:
        completed: The finished process.
        faults: What it has made wrong, by table or view.
        cost: What it has cost, by measure.
        arrived: The number of rows in its batches.
        touched: The number of days on which they were delivered.
    """

    completed: Completed
    faults: dict[str, str]
    cost: dict[str, int]
    arrived: int
    touched: int

    @property
    def fault(self) -> str:
        """What is wrong with any of the figures, or an empty string."""
        return next((message for message in self.faults.values() if message), "")

    @property
    def is_good(self) -> bool:
        """Whether the run succeeded and left the right figures."""
        return self.completed.exit_code == 0 and not self.fault

    @property
    def message(self) -> str:
        """A description of how the run ended and what is wrong after it."""
        return f"{describe_end(self.completed)}; {self.fault or 'all figures are right'}"


def describe_end(completed: Completed) -> str:
    """Describe how a run ended."""
    return f"it ended with {completed.exit_code}" + (f" ({completed.last_line[:200]})" if completed.exit_code else "")


def costs(state: State) -> dict[str, int]:
    """Return what everything has cost so far that was done with the account of the job."""
    state.clickhouse.execute("system flush logs")
    row = state.clickhouse.query(_COST)[0]
    return {measure: int(value) for measure, value in zip(MEASURES, row, strict=True)}


def run_night(state: State, watch: Watch, batches: list[int]) -> Night:
    """Run the entry point, measure it, and compare the figures with the right ones."""
    before = costs(state)
    completed = state.run()
    after = costs(state)
    arrived, touched = state.clickhouse.query(_ARRIVED, {"batches": batches})[0]
    cost = {measure: after[measure] - before[measure] for measure in MEASURES}
    return Night(completed, watch.faults(), cost, int(arrived), int(touched))


def sealed_night(state: State, watch: Watch, batches: range, sealed: str) -> Night:
    """Seal some batches, and run the night."""
    for batch in batches:
        seal(state, batch, sealed)
    return run_night(state, watch, list(batches))


@cache
def budget(graded: Graded) -> dict[tuple[str, str], tuple[float, float, float]]:
    """Return the budget as the task shipped it, by part and measure."""
    rows = graded.starting.clickhouse.query(
        "select part, measure, per_night, per_arrived_row, per_touched_day from ops.budget"
    )
    return {(part, measure): (night, row, day) for part, measure, night, row, day in rows}


def allowance(graded: Graded, night: Night, measure: str) -> float:
    """Return what a night may cost, with the two dashboards that it opens."""
    allowed = budget(graded)
    per_night, per_row, per_day = allowed["job", measure]
    opened = sum(limits[0] for (part, name), limits in allowed.items() if part != "job" and name == measure)
    return opened + per_night + per_row * night.arrived + per_day * night.touched


def tables(state: State | Graded) -> list[str]:
    """Return all tables and views except those of the server and of grading."""
    return [str(row[0]) for row in state.clickhouse.query(_TABLES)]


def seal(state: State, batch: int, sealed: str) -> None:
    """Seal a batch, as a collector does."""
    state.clickhouse.execute(f"insert into raw.batches (batch, sealed_at) values ({batch}, '{sealed}')")


def write(state: State, select: str) -> None:
    """Write rows of a batch, as a collector does."""
    state.clickhouse.execute(f"insert into raw.events ({COLUMNS}) {select}")


def deliver(state: State, batch: int, day: str, number: int, seconds: int = 86_400) -> None:
    """Write new deliveries of one day, some of them twice."""
    write(
        state,
        f"""select {batch}, cityHash64(number, {batch}, '{day}'), 1,
            toDateTime('{day} 00:00:00', 'UTC') + toIntervalSecond(cityHash64(number, {batch}, 'at') % {seconds}),
            if(number % 23 = 0, 'click', 'impression'), 1 + cityHash64(number, {batch}, 'c') % 240,
            1 + cityHash64(number, {batch}, 'u') % 24000, 300 + number % 2500, 0
        from numbers({number}) array join range(1 + (number % 40 = 0))""",
    )


def revise(state: State, batch: int, where: str, limit: int, **changes: str) -> None:
    """Write a higher revision of stored deliveries."""
    columns = {"revision": "revision + 1", "void": "0"} | changes
    values = ", ".join(columns.get(name, str(batch) if name == "batch" else name) for name in COLUMNS.split(", "))
    write(state, f"select {values} from {BASE}.history where {where} order by event_id limit {limit}")


VOID = {"kind": "''", "campaign": "0", "user": "0", "micros": "0", "void": "1"}
