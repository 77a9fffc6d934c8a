"""Production checks: error messages, repeated deployments, documentation, and other teams' files and schemas."""

from __future__ import annotations

import re

from _orders import ending, last_line
from _registrations import no_schema, refused
from _scenarios import anew, away, minute, odd

from headwater.grading import Completed, Graded, Result, expect, production

_SLOWEST_SEC = 45.0


def _is_one_line(completed: Completed) -> bool:
    text = completed.stdout + completed.stderr
    clean = "Traceback" not in text and "hush-8092" not in text and len(completed.stderr.strip().splitlines()) == 1
    return completed.exit_code == 1 and clean and completed.seconds <= _SLOWEST_SEC


def _reported(runs: dict[str, Completed]) -> Result:
    faulty = [
        f"{name}: {ending(run)} after {run.seconds:.0f} s, {len(run.stderr.strip().splitlines())} lines"
        for name, run in runs.items()
        if not _is_one_line(run)
    ]
    return expect(not faulty, f"not reported in one line: {faulty or 'none'}")


@production(demand="docs/oncall.md#without traceback and password")
def a_kafka_that_is_away_is_reported(graded: Graded) -> Result:
    """Without Kafka, both programs exit with 1 in time and print one line."""
    return _reported(away(graded).kafka)


@production(demand="docs/oncall.md#without traceback and password")
def a_postgres_that_is_away_is_reported(graded: Graded) -> Result:
    """Without Postgres, all three programs exit with 1 in time and print one line."""
    return _reported(away(graded).postgres)


@production(demand="docs/schemas.md#the name of the field in question")
def refusals_name_the_field(graded: Graded) -> Result:
    """Each refusal is one line that names the field. A file that is not JSON is also refused with one line."""
    found = [each for registrations in refused(graded).values() for each in registrations.values()]
    faulty = [each.field for each in found if not (_is_one_line(each.run) and each.field in each.run.stderr)]
    return expect(
        not faulty and _is_one_line(no_schema(graded)),
        f"of {len(found)} refusals {len(faulty)} are not one line with the field; no JSON: {ending(no_schema(graded))}",
    )


@production(demand="docs/oncall.md#read=<n> rejected=<n>")
def runs_say_what_they_did(graded: Graded) -> Result:
    """The last lines give the numbers of messages sent, read and rejected."""
    run, sent = minute(graded).run, len(minute(graded).sent)
    there = odd(graded)
    wanted = f"read={there.messages} rejected={len(there.bad)}"
    says = f"sent={sent}" in run.stdout.split()
    return expect(
        says and last_line(run) == f"read={sent + 6} rejected=0" and last_line(there.run) == wanted,
        f"a run with {sent} checkouts and 6 orders of the desk says {run.stdout.split()}, "
        f"one with {wanted} {last_line(there.run)!r}",
    )


@production(demand="docs/oncall.md#doing it twice is harmless")
def another_deployment_changes_nothing(graded: Graded) -> Result:
    """A second deployment and run change neither the registry nor the figures."""
    there = anew(graded)
    same = "the same" if there.same else "other ones"
    return expect(
        there.deployed.exit_code == there.again.exit_code == 0 and there.same,
        f"{ending(there.deployed)}, then {ending(there.again)}; registry and figures are {same}",
    )


@production(demand="docs/orders.md#adds a row here")
def the_document_has_the_version(graded: Graded) -> Result:
    """The documentation's table of versions has a third row, which mentions the region."""
    rows = re.findall(r"^\|\s*`?(\d+)`?\s*\|(.*)\|\s*$", graded.workspace.read_text("docs/orders.md"), re.M)
    third = [text for version, text in rows if version == "3"]
    return expect(
        len(third) == 1 and "region" in third[0].lower(), f"the table has the versions {[v for v, _ in rows]}"
    )


@production(demand="prompt#stays as it is")
def what_belongs_to_others_is_as_it_was(graded: Graded) -> Result:
    """The halls' program, the returns schema and the queries are unchanged, and there is no new topic."""
    files = ("partners/packing.py", "schemas/returns.json", "queries/days.sql", "queries/regions.sql")
    changed = [name for name in files if graded.workspace.read_text(name) != graded.workspace.shipped_text(name)]
    topics = graded.kafka.topics()
    done = bool(minute(graded).sent)
    return expect(
        done and not changed and topics == {"orders": 3}, f"changed are {changed or 'none'}; topics: {topics}"
    )
