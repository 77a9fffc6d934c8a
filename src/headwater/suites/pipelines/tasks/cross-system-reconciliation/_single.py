"""Repair single payments, and count the rows that are written for each."""

from dataclasses import dataclass

from _runs import once_per_state
from _truth import truth
from _volume import work_of_a_run

from headwater.grading import Graded

_COLUMNS = "transaction_id, merchant_id, amount, currency, status, created_at"
_INSERT = f"insert into analytics.transactions ({_COLUMNS})"
_MONTH = "select count(*) from app.transactions where to_char(created_at at time zone 'UTC', 'YYYY-MM') = any(%s)"
_ERRORS = {
    "a payment in a wrong month": (
        f"""
        {_INSERT} select transaction_id, merchant_id, amount, currency, status, toDateTime('2026-02-14 12:00:00', 'UTC')
        from analytics.transactions where transaction_id = 102222;
        delete from analytics.transactions
        where transaction_id = 102222 and created_at != toDateTime('2026-02-14 12:00:00', 'UTC')
        """,
        ["2026-02", "2026-04"],
    ),
    "a payment that is there twice": (
        f"{_INSERT} select {_COLUMNS} from analytics.transactions where transaction_id = 100050",
        ["2026-01"],
    ),
    "an orphan": (
        f"{_INSERT} values (9900009, 217, '1.00', 'DKK', 'settled', '2026-05-04 10:00:00')",
        ["2026-05"],
    ),
}
_OTHER_ROWS = 20
"""Rows that a run may write in addition, such as to the quarantine and to the log."""


@dataclass(frozen=True)
class Repaired:
    """The repair of one error.

    Attributes:
        error: What was wrong.
        written: The number of rows that the run wrote.
        most: The number of payments in the months in which the error was, and a few rows.
        agrees: Whether the run ended well and ClickHouse is right after it.
    """

    error: str
    written: int
    most: int
    agrees: bool


@once_per_state
def single_repairs(graded: Graded) -> list[Repaired]:
    """Make and repair one error after another."""
    repaired = []
    with graded.copy() as copy:
        for error, (script, months) in _ERRORS.items():
            copy.clickhouse.execute(script)
            work = work_of_a_run(copy)
            agrees = work.run.exit_code == 0 and truth(copy, topic=False).in_agreement
            most = int(copy.postgres.scalar(_MONTH, [months])) + _OTHER_ROWS
            repaired.append(Repaired(error, work.rows_written, most, agrees))
    return repaired
