"""Kill runs at their last requests, and look at what the next run leaves."""

from _members import expire_members
from _runs import COMMAND, once_per_state, run
from _truth import TABLES, truth

from headwater.grading import Graded

_LAST = (2, 3, 4, 5)
_LOST = "delete from analytics.transactions where transaction_id = 100050"


@once_per_state
def left_after_kills(graded: Graded) -> str:
    """Kill runs before their last requests, each followed by another run.

    Returns:
        The first fault after one of these; empty if there is none.
    """
    with graded.copy() as copy:
        copy.clickhouse.execute(_LOST)
        expire_members(copy)
        requests = copy.run_killed(COMMAND, after=None).requests
        for number in _LAST:
            copy.clickhouse.execute(_LOST)
            expire_members(copy)
            copy.run_killed(COMMAND, after=requests - number)
            following = run(copy, timeout_sec=90)
            tables = copy.clickhouse.tables()
            what = f"a run was killed before its last {number} requests, and after the next one, "
            if following.exit_code or not truth(copy, topic=False).in_agreement:
                return f"{what}ClickHouse is wrong; {following.completed.ending}"
            if tables != TABLES:
                return f"{what}ClickHouse has the tables {tables}"
        return ""
