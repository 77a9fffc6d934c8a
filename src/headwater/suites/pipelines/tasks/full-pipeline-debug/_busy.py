"""A quarter of an hour in which a depot closes, an import comes, and the night job runs, and the runs after it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _runs import Run, measured_run
from _topic import topic_fault

from headwater.grading import Graded

# A session reports what it read with its next statements, and it should not be counted for the run.
_FLUSH = "; select pg_stat_force_next_flush(); select 1"
_BULKS = (
    "update app.parcels set depot = 'lyon' where depot = 'dijon'",
    "insert into app.parcels select n, 1, 'nice', 'announced', 4.50, date '2025-05-20', now() "
    "from generate_series(910001, 923000) as n",
    "update app.parcels set state = 'lost' where parcel_id % 29 = 5",
)
_FEW = """
    update app.parcels set price = price + 0.01 where parcel_id between 910001 and 910004;
    delete from app.parcels where parcel_id = 910010
"""
FEW = 5
# Transactions that began more than fourteen minutes ago and have just been committed.
_LATE = """
    set session_replication_role = replica;
    update app.parcels
        set revision = revision + 1, state = 'held', updated_at = now() - interval '14 minutes 30 seconds'
        where parcel_id between 910020 and 910023 or parcel_id between 150300 and 150303;
    insert into app.deleted_parcels select parcel_id, revision + 1, now() - interval '14 minutes 31 seconds'
        from app.parcels where parcel_id = 910030;
    delete from app.parcels where parcel_id = 910030;
    reset session_replication_role;
"""


@dataclass(frozen=True)
class Busy:
    """Runs of pipeline.py in a busy quarter of an hour.

    Attributes:
        nothing: What the measurement itself counts, without a run.
        bulk: After three transactions that changed more than 30,000 parcels.
        idle: Without changes, while these transactions are less than fifteen minutes old.
        few: After a few changes.
        few_topic: What is wrong in the topic after these, or an empty string.
        late: After transactions that had been open for fourteen minutes.
        late_topic: What is wrong in the topic after these, or an empty string.
    """

    nothing: Run
    bulk: Run
    idle: Run
    few: Run
    few_topic: str
    late: Run
    late_topic: str


@cache
def busy(graded: Graded) -> Busy:
    """Change more than 30,000 parcels in three transactions, and run pipeline.py after them and after smaller ones."""
    with graded.copy() as copy:
        nothing = measured_run(copy, "true", compares=False)
        for script in _BULKS:
            copy.postgres.execute(script + _FLUSH)
        bulk = measured_run(copy)
        idle = measured_run(copy, compares=False)
        copy.postgres.execute(_FEW + _FLUSH)
        few, few_topic = measured_run(copy), topic_fault(graded, copy)
        copy.postgres.administrator.execute(_LATE)
        late = measured_run(copy)
        return Busy(nothing, bulk, idle, few, few_topic, late, topic_fault(graded, copy))
