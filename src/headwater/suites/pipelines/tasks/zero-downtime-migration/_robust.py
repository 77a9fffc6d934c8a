"""Robustness checks: nothing failed during the migration, also where it is killed, run twice or taken back."""

from __future__ import annotations

from _catalog import differences, read_catalog
from _live import live_site
from _orders import describe_end, state_line
from _sites import interrupted_site, quiet_site, twin_site
from _traffic import describe, workload

from headwater.grading import Graded, Result, expect, robust


@robust(demand="docs/runbook.md#while-everybody-works")
def no_write_of_release_1_failed(graded: Graded) -> Result:
    """While the agent worked, no order, change, status or parcel of release 1 failed."""
    failed = workload(graded).failed_writes(1)
    return expect(not failed, describe(failed, "writes of release 1"))


@robust(demand="docs/runbook.md#while-everybody-works")
def no_write_of_release_2_failed(graded: Graded) -> Result:
    """While the agent worked, no order or change of release 2 failed."""
    traffic = workload(graded)
    failed = traffic.failed_writes(2)
    return expect(not failed and traffic.of("order", 2), describe(failed, "writes of release 2"))


@robust(demand="docs/runbook.md#while-everybody-works")
def no_read_or_report_failed(graded: Graded) -> Result:
    """While the agent worked, no read of either release and no report of finance failed."""
    failed = workload(graded).failed_reads()
    return expect(not failed, describe(failed, "reads and reports"))


@robust(demand="docs/runbook.md#interruptions")
def a_killed_migration_ends_under_traffic(graded: Graded) -> Result:
    """A migration under traffic that is killed twice ends well in the third run."""
    site = live_site(graded)
    return expect(site.code == 0 and site.orders, site.shown)


@robust(demand="docs/runbook.md#while-everybody-works")
def no_write_fails_at_a_sister_shop(graded: Graded) -> Result:
    """While the migration is started during a report, killed and resumed, no write of the app fails."""
    site = live_site(graded)
    failed = [*site.traffic.failed_writes(1), *site.traffic.failed_writes(2)]
    return expect(site.code == 0 and not failed, f"{site.shown}; {describe(failed, 'writes')}")


@robust(demand="docs/runbook.md#while-everybody-works")
def no_read_fails_at_a_sister_shop(graded: Graded) -> Result:
    """While the migration is started during a report, killed and resumed, no read and no report fails."""
    site = live_site(graded)
    failed = site.traffic.failed_reads()
    return expect(site.code == 0 and not failed, f"{site.shown}; {describe(failed, 'reads and reports')}")


@robust(demand="docs/runbook.md#no order is lost or stored twice")
def orders_arrive_at_a_sister_shop(graded: Graded) -> Result:
    """Orders, changes, statuses and parcels that come during a killed and resumed migration are right at the end."""
    site = live_site(graded)
    return expect(
        site.code == 0 and not site.wrong_orders, f"{site.shown}; {describe(site.wrong_orders, 'orders and details')}"
    )


@robust(demand="docs/releases.md#both")
def readers_see_the_truth_at_a_sister_shop(graded: Graded) -> Result:
    """Readers of both releases see right amounts while the migration is killed and resumed."""
    site = live_site(graded)
    wrong = [*site.traffic.wrong_reads(1), *site.traffic.wrong_reads(2)]
    return expect(
        site.code == 0 and not wrong and site.traffic.of("read", 2), f"{site.shown}; {describe(wrong, 'reads')}"
    )


@robust(demand="docs/runbook.md#interruptions")
def old_orders_are_right_at_a_sister_shop(graded: Graded) -> Result:
    """After the migration was killed and resumed under traffic, each old order has the right amount and currency."""
    site = live_site(graded)
    return expect(
        site.code == 0 and site.orders and not site.wrong_seeded,
        f"{site.shown}; {describe(site.wrong_seeded, 'old orders')}",
    )


@robust(demand="docs/runbook.md#interruptions")
def a_killed_migration_goes_on(graded: Graded) -> Result:
    """A migration that was killed while it filled the table is brought to its end by the next run."""
    site = interrupted_site(graded)
    return expect(
        site.resumed.exit_code == 0 and state_line(site.resumed) == "state=migrated" and not site.fault,
        f"the next run {describe_end(site.resumed)}; {site.fault or 'all orders are right'}",
    )


@robust(demand="docs/runbook.md#half done")
def a_half_done_migration_is_taken_back(graded: Graded) -> Result:
    """A rollback of a migration that was killed restores the table and all around it."""
    site = interrupted_site(graded)
    other = differences(read_catalog(graded.starting), site.restored)
    return expect(
        site.taken_back.exit_code == 0 and site.halfway == "state=partial" and not other,
        f"after the kill {site.halfway!r}; the rollback {describe_end(site.taken_back)}; "
        f"differences: {other or 'none'}",
    )


@robust(demand="docs/runbook.md#has one of an earlier attempt")
def an_invalid_index_is_replaced(graded: Graded) -> Result:
    """Where an earlier attempt has left an invalid index, the index is valid at the end."""
    site = twin_site(graded)
    return expect(
        site.prepared and site.index is True and not site.fault,
        f"the index is {'valid' if site.index else 'invalid' if site.index is False else 'not there'}; {site.fault}",
    )


@robust(demand="docs/runbook.md#Two engineers sometimes start a migration")
def two_runs_at_once_end_well(graded: Graded) -> Result:
    """Of two migrations that start at the same time, both end well."""
    site = twin_site(graded)
    return expect(
        site.runs == ["state=migrated 0"] * 2 and not site.fault,
        f"the two ended with {site.runs}; {site.fault or 'all orders are right'}",
    )


@robust(demand="docs/runbook.md#rollback")
def a_rollback_keeps_what_release_2_wrote(graded: Graded) -> Result:
    """After a rollback, release 1 places orders, and an order of release 2 has its amount."""
    site = quiet_site(graded)
    return expect(
        site.rolled[0].exit_code == 0 and site.release_1_writes and site.kept_amount == 12.34,
        f"the rollback {describe_end(site.rolled[0])}; release 1 {'can' if site.release_1_writes else 'cannot'} "
        f"place an order; an order of release 2 of 12.34 EUR has the amount {site.kept_amount}",
    )


@robust(demand="docs/runbook.md#After a rollback the migration can be run again")
def it_can_be_migrated_after_a_rollback(graded: Graded) -> Result:
    """After two rollbacks in a row, the migration is run again and all amounts are right."""
    site = quiet_site(graded)
    completed, fault = site.once_more
    return expect(
        site.rolled_again.exit_code == completed.exit_code == 0 and not fault,
        f"the second rollback {describe_end(site.rolled_again)}, the migration {describe_end(completed)}; {fault}",
    )
