"""Implements ``headwater validate --harness NAME``, which runs the proofs of a harness."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from headwater import harnesses
from headwater.cli._job import on_terminal
from headwater.errors import NotFoundError
from headwater.harnesses import Harness, find_harness
from headwater.jobs import Mounting, Proven, home, measure_mounting, prove_harness
from headwater.plurals import counted
from headwater.sandbox.isolation import require_isolation, require_unseen
from headwater.trials import Setting


def validate_harness(name: str, *, allow_weak_isolation: bool, verbose: bool) -> None:
    """Run the proofs of a harness, print the times, and exit with code 1 if there is a problem."""
    harness = find_harness(name)
    _require(harness)
    require_unseen([home()])
    isolation = require_isolation(home(), allow_weak=allow_weak_isolation)
    proven: list[Proven] = []
    try:
        with on_terminal(verbose=verbose) as (progress, cancel):
            built = harnesses.prepare(name, home(), progress.message)
            setting = Setting(home(), built, isolation, cancel)
            for each in prove_harness(setting, harness, progress.message):
                proven.append(each)
                progress.message(f"{name}: {each.proof.name} {_result(each)}")
            mounting = measure_mounting(setting, progress.message)
    finally:
        # An error in one proof must not lose the results of those before it.
        _print_proofs(proven, name)
    _print_mounting(mounting, name)
    problems = [mounting.problem] if mounting.problem else []
    problems += [f"nothing proves {tool}; add it to a proof in `proofs`" for tool in harness.unproven]
    for problem in problems:
        click.echo(f"{name}: {problem}")
    problems += [each.problem for each in proven if each.problem]
    found = counted(len(problems), "problem") if problems else "all proven"
    click.echo(f"{name}, {counted(len(proven), 'proof')}: {found}")
    if problems:
        raise SystemExit(1)


def _require(harness: Harness) -> None:
    """Raise an error, before anything is built, if a proof has no scripts or omits a service that the harness uses."""
    for proof in harness.proofs:
        if not proof.folder.is_dir():
            raise NotFoundError(
                "no such folder",
                where=f"--harness {harness.name}: proof {proof.name!r}: {proof.folder}",
                fix="correct its `folder`, or include it in the package",
            )
        harness.require(f"its proof {proof.name!r}", proof.services, harness.memory_mb)


def _print_proofs(proven: Sequence[Proven], name: str) -> None:
    from rich.text import Text

    from headwater.cli._tables import plain_table

    # A name of several words gets its own line if the tools leave no room for it.
    plain_table([{"proof": Text(each.proof.name), **_row(each)} for each in proven])
    for each in proven:
        if each.problem:
            click.echo(f"{name}: {each.proof.name}: {each.problem}")


def _print_mounting(mounting: Mounting, name: str) -> None:
    click.echo(
        f"mounting: {mounting.extra_ms:+.1f} ms (base {mounting.base_ms:.0f} ms, {name} {mounting.harness_ms:.0f} ms; "
        f"base against base {mounting.noise_ms:+.1f} ms; minima of n = {mounting.rounds} each)"
    )


def _row(proven: Proven) -> dict[str, Any]:
    return {
        "start s": _seconds(proven.start_sec),
        "proof s": _seconds(proven.seconds),
        "MiB": proven.memory_mib,
        "result": _result(proven),
        "tools": list(proven.proof.tools),
    }


def _result(proven: Proven) -> str:
    return "fails" if proven.problem else "works"


def _seconds(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"
