"""Robustness checks: killed runs, outages, late events, restored archives and holds."""

from __future__ import annotations

from _returns import returns
from _scenarios import first, holds, killed, outages

from headwater.grading import Graded, Result, expect, robust

_POSTGRES = (
    "accounts",
    "history",
    "merges",
    "changes",
    "recipes",
    "comments",
    "invoices",
    "tickets",
    "letters",
    "requests",
    "cards",
)
_CLICKHOUSE = ("events", "days", "payments", "profiles", "searches", "counts", "revenue")


def _after_kills(graded: Graded, *names: str) -> Result:
    state = killed(graded)
    faults = {name: text for name, text in state.faults.items() if name.split("/")[0] in names}
    message = "; ".join(f"{name}: {text}" for name, text in faults.items())[:500]
    ended = f"the run after killed ones ended with {state.last.exit_code}"
    return expect(state.last.exit_code == 0 and not faults, f"{ended}; {message or 'everything is right'}")


@robust(demand="docs/operations.md#an interrupted run neither loses nor")
def killed_runs_are_finished_in_postgres(graded: Graded) -> Result:
    """The run after killed ones leaves Postgres as a single run would."""
    return _after_kills(graded, *_POSTGRES)


@robust(demand="docs/operations.md#an interrupted run neither loses nor")
def killed_runs_are_finished_in_clickhouse(graded: Graded) -> Result:
    """The run after killed ones leaves ClickHouse as a single run would."""
    return _after_kills(graded, *_CLICKHOUSE)


@robust(demand="docs/operations.md#an interrupted run neither loses nor")
def killed_runs_are_finished_in_files(graded: Graded) -> Result:
    """The run after killed ones leaves the files as a single run would."""
    return _after_kills(graded, "archive", "exports")


@robust(demand="docs/operations.md#needs the manifest")
def the_loader_works_after_killed_runs(graded: Graded) -> Result:
    """After killed runs and a whole one, the loader accepts the archives and loads nothing."""
    state = killed(graded)
    fit = state.load.exit_code == 0 and state.load.last_line.strip() == "loaded=0" and "events" not in state.faults
    return expect(fit, f"the loader ended with {state.load.exit_code} ({state.load.last_line[:160]})")


def _late(graded: Graded, *groups: str) -> Result:
    state = returns(graded)
    message = "; ".join(filter(None, (state.fault(group) for group in groups)))
    return expect(not message, message or "late events are treated right")


@robust(demand="docs/erasure.md#Phones deliver events months late")
def late_events_of_erased_numbers_stay_out(graded: Graded) -> Result:
    """The loader does not load late events with numbers of erased people."""
    return _late(graded, "numbers")


@robust(demand="docs/erasure.md#Phones deliver events months late")
def late_events_of_erased_addresses_stay_out(graded: Graded) -> Result:
    """The loader does not load late events with addresses of erased people, in any spelling."""
    return _late(graded, "addresses")


@robust(demand="docs/erasure.md#replaces mentions")
def late_mentions_are_replaced(graded: Graded) -> Result:
    """The loader replaces addresses of erased people in late events of others."""
    return _late(graded, "mentions")


@robust(demand="docs/erasure.md#who signs up again after the erasure is new to us")
def new_people_are_loaded(graded: Graded) -> Result:
    """The loader loads events of people who signed up after the erasure with the same address, and those of others."""
    return _late(graded, "new", "others")


@robust(demand="docs/identity.md#A row's own time decides")
def late_events_follow_their_time(graded: Graded) -> Result:
    """Late events with numbers and addresses that two people had are loaded only if the other one had them then."""
    return _late(graded, "reused")


@robust(demand="docs/erasure.md#removes both from `archive/` as well")
def late_lines_are_erased(graded: Graded) -> Result:
    """The next run removes what the loader leaves out from the late archive, and the loader accepts the archive."""
    state = returns(graded)
    fit = state.erase.exit_code == 0 and not state.lines and state.again[0].exit_code == 0 and not state.again[1]
    return expect(
        fit,
        f"{state.lines or 'the lines are right'}; "
        f"the loader then ended with {state.again[0].exit_code}; {state.again[1]}",
    )


@robust(demand="docs/erasure.md#restores bring back old ones")
def restored_archives_bring_nobody_back(graded: Graded) -> Result:
    """After a restore of the archives, the loader loads no event, and published counts stay."""
    state = returns(graded)
    fit = state.restored[0].exit_code == 0 and not state.restored[1] and not state.counts
    return expect(fit, f"the loader ended with {state.restored[0].exit_code}; {state.restored[1]} {state.counts}"[:500])


@robust(demand="docs/erasure.md#removes both from `archive/` as well")
def restored_archives_are_cleaned(graded: Graded) -> Result:
    """The next run cleans the restored archives."""
    return expect(not returns(graded).cleaned, returns(graded).cleaned or "the restored archives are clean again")


@robust(demand="docs/erasure.md#as soon as all holds are released")
def released_holds_are_due(graded: Graded) -> Result:
    """After holds are released, the next run erases their people, and nobody whose hold remains."""
    run = holds(graded)
    return expect(
        run.completed.exit_code == 0 and not run.fault(), f"{run.ended}; {run.fault() or 'everything is right'}"
    )


@robust(demand="docs/operations.md#Then no request is done")
def an_outage_completes_nothing(graded: Graded) -> Result:
    """Runs without a service leave requests as they were, and the next run completes them."""
    state = outages(graded)
    fault = state.next.fault()
    fit = state.is_untouched and state.next.completed.exit_code == 0 and not fault and state.clickhouse.exit_code == 1
    return expect(fit, f"requests {'stayed' if state.is_untouched else 'changed'}; {state.next.ended}; {fault}")


@robust(demand="docs/erasure.md#they are due like open ones")
def another_deployment_is_erased(graded: Graded) -> Result:
    """On the databases of the start, the job erases everyone who is due."""
    run = first(graded)
    fault = run.fault(*_POSTGRES, *_CLICKHOUSE)
    return expect(run.completed.exit_code == 0 and not fault, f"{run.ended}; {fault or 'everything is right'}")
