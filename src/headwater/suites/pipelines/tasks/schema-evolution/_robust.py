"""Robustness checks: other sites' attributes, old code on the new schema, held locks and repeated runs."""

from __future__ import annotations

import json

from _items import (
    MIGRATE,
    describe_end,
    difference,
    in_clickhouse,
    in_postgres,
    insert,
    same_in_both,
    truth,
)
from _site import PENDING, site

from headwater.grading import Graded, QueryError, Result, State, expect, robust

ODD = (
    '{"weight": "0.4 g"}',
    '{"weight": "0.5 G"}',
    '{"weight": "99999.9995 kg"}',
    '{"weight": "99999.999 kg"}',
    '{"weight": "2 kg", "weight_kg": -1}',
    '{"weight": "2 kg", "weight_kg": null}',
    '{"weight_kg": 1e2}',
    '{"weight_kg": 1e300}',
    '{"weight_kg": 0.0005}',
    '{"weight_kg": true, "weight": "1 lb"}',
    '{"weight": "123456789012345678901234567890 kg"}',
    '{"weight": null}',
    '{"weight": ["2 kg"]}',
    '{"weight": "2 kg\\n5 kg"}',
    '{"weight": "kg"}',
    '{"weight": ""}',
    '{"weight": "12 oz"}',
    '{"weight": "2kg", "note": "it\'s 100% \\"steel\\""}',
)


@robust(demand="docs/weights.md")
def another_site_has_other_attributes(graded: Graded) -> Result:
    """The migrations parse the attributes that another site's suppliers wrote, as the rules require."""
    with graded.copy(data="starting") as copy:
        insert(copy, *((930_000 + number, attributes) for number, attributes in enumerate(ODD)))
        completed = copy.run(MIGRATE)
        found = {item: weight for item, weight in in_postgres(copy.postgres).items() if item >= 930_000}
        expected = {item: weight for item, weight in truth(copy.postgres).items() if item >= 930_000}
    fault = difference(found, expected, "odd attributes")
    return expect(completed.exit_code == 0 and not fault, f"the migrations {describe_end(completed)}; {fault}")


@robust(demand="docs/sync.md")
def what_waits_for_the_sync_is_not_lost(graded: Graded) -> Result:
    """Items that changed just before the migrations are synced afterwards, with or without a weight."""
    outcome = site(graded)
    return expect(
        outcome.migrated.exit_code == outcome.synced.exit_code == 0 and not outcome.fault,
        f"the migrations {describe_end(outcome.migrated)}, the sync {describe_end(outcome.synced)}; "
        f"{2 * PENDING} waiting items and "
        f"all others: {outcome.fault or 'right'}",
    )


@robust(demand="docs/sync.md#goes to all sites first")
def the_sync_runs_before_the_migrations(graded: Graded) -> Result:
    """The new version of the sync works on a site that is not migrated yet."""
    with graded.copy(data="starting") as copy:
        insert(copy, (940_001, '{"colour": "red"}'))
        completed = copy.run()
        item_count = copy.clickhouse.scalar("select count() from analytics.items final where item_id = 940001")
    return expect(
        completed.exit_code == 0 and item_count == 1,
        f"without the column the sync {describe_end(completed)}; items in ClickHouse: {item_count}",
    )


@robust(demand="docs/migrations.md#old-code")
def old_importers_do_not_notice(graded: Graded) -> Result:
    """The previous version of an importer works, and does not delete weights."""
    importer = graded.workspace.shipped_text("importer.py") or ""
    with graded.copy() as copy:
        copy.write("importer_before", importer)
        copy.postgres.execute("update catalog.items set weight_kg = 0.25 where item_id = 4;")
        completed = copy.run("python3 importer_before feeds/sample.csv")
        copy.run()
        rows = copy.postgres.query(
            "select item_id, weight_kg from catalog.items where item_id in (4, 900001) order by 1"
        )
        fault = same_in_both(copy)
    found = [(item, str(weight)) for item, weight in rows]
    return expect(
        completed.exit_code == 0 and len(found) == 2 and found[0] == (4, "0.250") and not fault,
        f"the old importer {describe_end(completed)}; items {found}; {fault or 'ClickHouse agrees with Postgres'}",
    )


@robust(demand="prompt#weight_kg")
def a_weight_can_be_taken_back(graded: Graded) -> Result:
    """A weight that a supplier removes is also removed from ClickHouse."""
    with graded.copy() as copy:
        item = int(copy.postgres.scalar("select min(item_id) from catalog.items where weight_kg is not null"))
        copy.postgres.execute(f"update catalog.items set weight_kg = null where item_id = {item};")
        completed = copy.run()
        weight = in_clickhouse(copy.clickhouse).get(item, "no item")
    return expect(
        completed.exit_code == 0 and weight is None, f"the sync {describe_end(completed)}; analysts see {weight}"
    )


@robust(demand="docs/migrations.md#a run that fails can be started again")
def a_later_run_overwrites_nothing(graded: Graded) -> Result:
    """Another run of the migrations changes nothing, including weights entered in between."""
    with graded.copy() as copy:
        copy.postgres.execute("update catalog.items set weight_kg = 77.5 where item_id % 100 = 0;")
        before = in_postgres(copy.postgres)
        completed = copy.run(MIGRATE)
        fault = difference(in_postgres(copy.postgres), before, "Postgres")
    return expect(
        completed.exit_code == 0 and before and not fault,
        f"the run {describe_end(completed)}; {fault or 'all weights are unchanged'}",
    )


@robust(demand="docs/weights.md#refuses weights of 0 or less")
def zero_is_refused(graded: Graded) -> Result:
    """Postgres rejects a weight of 0 or less."""
    with graded.copy() as copy:
        copy.postgres.execute("update catalog.items set weight_kg = 0.001 where item_id = 4;")
        accepted = [weight for weight in ("0", "-1.5") if _is_taken(copy, weight)]
    return expect(not accepted, f"accepted weights: {accepted or 'none'}")


def _is_taken(state: State, weight: str) -> bool:
    try:
        state.postgres.execute(f"update catalog.items set weight_kg = {weight} where item_id = 4;")
    except QueryError:
        return False
    return True


_LOCKED = """
import json, subprocess, sys, time
import psycopg

holder = psycopg.connect("")
holder.execute("select count(*) from catalog.items where item_id < 10")
migration = subprocess.Popen([sys.executable, "migrate.py"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
slowest, end = 0.0, time.monotonic() + 24
while time.monotonic() < end and (migration.poll() is None or slowest == 0.0):
    started = time.monotonic()
    with psycopg.connect("") as reader:
        reader.execute("set statement_timeout = '15s'")
        try:
            reader.execute("select name from catalog.items where item_id = 4")
        except psycopg.errors.QueryCanceled:
            reader.rollback()
    slowest = max(slowest, time.monotonic() - started)
    time.sleep(0.2)
holder.rollback()
try:
    migration.wait(60)
except subprocess.TimeoutExpired:
    migration.kill()
print(json.dumps({"slowest": slowest}))
"""


@robust(demand="docs/migrations.md#while-everybody-works")
def nobody_waits_behind_a_lock(graded: Graded) -> Result:
    """While an importer's transaction is open, others can read. Afterwards, the migrations can be completed."""
    with graded.copy(data="starting") as copy:
        copy.write(".locked", _LOCKED)
        measured = copy.run("python3 -I .locked", timeout_sec=120)
        completed = copy.run(MIGRATE)
        kind = copy.postgres.columns("catalog.items").get("weight_kg")
    slowest = json.loads(measured.last_line).get("slowest", 99) if measured.exit_code == 0 else 99
    return expect(
        completed.exit_code == 0 and kind and slowest <= 9,
        f"during an open transaction the slowest reader waited {slowest:.1f} s; the next run {describe_end(completed)}",
    )
