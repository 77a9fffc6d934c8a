"""Production checks: error messages, repeated deployments, documentation, and other teams' files and schemas."""

from __future__ import annotations

import re

from _chance import chance
from _orders import describe_end, last_line
from _registrations import no_schema, refused_registrations
from _scenarios import minute, odd_messages_run, outages, recount

from headwater.grading import Completed, Graded, Result, expect, production

_SLOWEST_SEC = 45.0


def _is_one_line(completed: Completed) -> bool:
    text = completed.stdout + completed.stderr
    clean = "Traceback" not in text and "hush-8092" not in text and len(completed.stderr.strip().splitlines()) == 1
    return completed.exit_code == 1 and clean and completed.seconds <= _SLOWEST_SEC


def _reported(runs: dict[str, Completed]) -> Result:
    faulty = [
        f"{name}: {describe_end(run)} after {run.seconds:.0f} s, {len(run.stderr.strip().splitlines())} lines"
        for name, run in runs.items()
        if not _is_one_line(run)
    ]
    return expect(not faulty, f"not reported in one line: {faulty or 'none'}")


@production(demand="docs/oncall.md#without traceback and password")
def a_kafka_that_is_away_is_reported(graded: Graded) -> Result:
    """Without Kafka, both programs exit with 1 in time and print one line."""
    return _reported(outages(graded).kafka)


@production(demand="docs/oncall.md#without traceback and password")
def a_postgres_that_is_away_is_reported(graded: Graded) -> Result:
    """Without Postgres, all three programs exit with 1 in time and print one line."""
    return _reported(outages(graded).postgres)


@production(demand="docs/schemas.md#the name of the field in question")
def refusals_name_the_field(graded: Graded) -> Result:
    """Each refusal is one line that names the field. A file that is not JSON is also refused with one line."""
    found = [each for registrations in refused_registrations(graded).values() for each in registrations.values()]
    faulty = [each.field for each in found if not (_is_one_line(each.run) and each.field in each.run.stderr)]
    return expect(
        not faulty and _is_one_line(no_schema(graded)),
        f"of {len(found)} refusals {len(faulty)} are not one line with the field; "
        f"no JSON: {describe_end(no_schema(graded))}",
    )


@production(demand="docs/oncall.md#read=<n> rejected=<n>")
def runs_say_what_they_did(graded: Graded) -> Result:
    """The last lines give the numbers of messages sent, read and rejected."""
    run, sent_count = minute(graded).run, len(minute(graded).sent)
    outcome = odd_messages_run(graded)
    expected = f"read={outcome.messages} rejected={len(outcome.bad)}"
    says_sent = f"sent={sent_count}" in run.stdout.split()
    return expect(
        says_sent and last_line(run) == f"read={sent_count + 6} rejected=0" and last_line(outcome.run) == expected,
        f"a run with {sent_count} checkouts and 6 orders of the desk says {run.stdout.split()}, "
        f"one with {expected} {last_line(outcome.run)!r}",
    )


@production(demand="docs/orders.md#each message that cannot be read, once")
def rounds_of_chance_reject_what_is_unreadable(graded: Graded) -> Result:
    """After each round of chance, stats.rejected has each unreadable message once, and no other."""
    faults = [each.rejected for each in chance(graded) if each.rejected]
    return expect(not faults, (faults or ["all rounds were right"])[0], faults=faults[:9])


@production(demand="docs/oncall.md#doing it twice is harmless")
def another_deployment_changes_nothing(graded: Graded) -> Result:
    """A second deployment and run change neither the registry nor the figures."""
    outcome = recount(graded)
    same = "the same" if outcome.same else "other ones"
    return expect(
        outcome.deployed.exit_code == outcome.again.exit_code == 0 and outcome.same,
        f"{describe_end(outcome.deployed)}, then {describe_end(outcome.again)}; registry and figures are {same}",
    )


@production(demand="docs/orders.md#adds a row here")
def the_document_has_the_version(graded: Graded) -> Result:
    """The documentation's table of versions has a third row, which mentions the region."""
    rows = re.findall(r"^\|\s*`?(\d+)`?\s*\|(.*)\|\s*$", graded.workspace.read_text("docs/orders.md"), re.M)
    third = [text for version, text in rows if version == "3"]
    return expect(
        len(third) == 1 and "region" in third[0].lower(), f"the table has the versions {[v for v, _ in rows]}"
    )


@production(demand="prompt#stays as it is", required=True)
def what_belongs_to_others_is_as_it_was(graded: Graded) -> Result:
    """The halls' program, the returns schema and the queries are unchanged, and there is no new topic."""
    files = ("partners/packing.py", "schemas/returns.json", "queries/days.sql", "queries/regions.sql")
    changed = [name for name in files if graded.workspace.read_text(name) != graded.workspace.shipped_text(name)]
    topics = graded.kafka.topics()
    done = bool(minute(graded).sent)
    return expect(
        done and not changed and topics == {"orders": 3}, f"changed are {changed or 'none'}; topics: {topics}"
    )
