"""``headwater validate``."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path

import click
from click.core import ParameterSource

from headwater import __version__
from headwater.cli._harness_proof import validate_harness
from headwater.cli._job import (
    executor_option,
    on_terminal,
    ray_address_option,
    ray_store_option,
    report_interrupt,
    verbose_option,
)
from headwater.errors import OptionError
from headwater.harnesses import BASE, find_harness
from headwater.jobs import (
    Attacks,
    LeakScans,
    ProofProblem,
    WithoutStates,
    changed_tasks,
    check_determinism,
    find_problems,
    home,
    open_proof,
    other_harnesses,
    proof_trials,
    record_proofs,
    require_harnesses,
    require_services,
    run_job,
)
from headwater.jobs.executors import find_executor
from headwater.plurals import counted
from headwater.records import JobConfig
from headwater.sandbox import remove_tree
from headwater.suites import find_tasks, policy_of
from headwater.tasks import Task

_OF_HARNESSES = ("harness", "allow_weak_isolation", "verbose")
"""The options that apply to proofs of a harness."""


@click.command("validate")
@click.argument("tasks", nargs=-1, metavar="SUITE[/TASK]...")
@click.option(
    "--harness",
    metavar="NAME",
    help="Prove the tasks with this harness or, without tasks, the harness itself.  [default: base]",
)
@click.option(
    "--jobs", type=click.IntRange(1), metavar="N", help="Number of concurrent trials.  [default: one per processor]"
)
@executor_option
@ray_address_option
@ray_store_option
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Folder that keeps records and verdicts; a proof that was interrupted there continues.  [default: a temporary"
    " folder]",
)
@click.option(
    "--attacks",
    type=click.Choice([each.value for each in Attacks]),
    default=Attacks.SAMPLE.value,
    show_default=True,
    help="Attacks to run; `sample` runs all on changed tasks and, each day, another eighth on the others.",
)
@click.option("--changed", is_flag=True, help="Prove only tasks that have changed since their proof was recorded.")
@click.option(
    "--record", is_flag=True, help="Record the tasks that are proven with all attacks in a file next to each."
)
@click.option("--allow-weak-isolation", is_flag=True, help="Run even if the machine cannot fully limit agents.")
@verbose_option
def command(
    tasks: tuple[str, ...],
    harness: str | None,
    jobs: int | None,
    executor: str | None,
    ray_address: str | None,
    ray_store: str | None,
    out: Path | None,
    attacks: str,
    changed: bool,
    record: bool,
    allow_weak_isolation: bool,
    verbose: bool,
) -> None:
    """Prove tasks or a harness. If something is not proven, print it and exit with code 1.

    The reference solution and each alternative must clear every gate, and an alternative may fail no check. Doing
    nothing must not clear them. Each counterfeit must end well and stop at its declared gate, and each check must
    fail for a counterfeit or for doing nothing. No attack may win, nothing that a trial can read may reveal the
    solution, and the seed must give the same data twice.

    With `--out`, the same command continues an interrupted proof, and later proves only tasks that have
    changed.

    Without `--harness`, tasks are proven with `base`. Alternatives that need another harness are proven with that
    harness if it is built.

    Each tool of a harness must work in a realistic use, with services that start empty.
    """
    if not tasks:
        if harness is None:
            raise click.UsageError("Missing argument 'SUITE[/TASK]...', or option '--harness'.")
        _refuse_options_of_tasks()
        validate_harness(harness, allow_weak_isolation=allow_weak_isolation, verbose=verbose)
        return
    found = find_tasks(tasks)
    if changed and not (found := changed_tasks(found)):
        click.echo("no task has changed since its proof was recorded")
        return
    require_services(found)
    now = datetime.now(UTC)
    ready, untried = _other_harnesses(found, harness)
    proofs = proof_trials(found, attacks=Attacks(attacks), day=now.date(), harness=harness or BASE, others=ready)
    trials = [trial for each in proofs for trial in each]
    require_harnesses(trials, {task.ref: task for task in found})
    where = find_executor(executor or "local", ray_address, ray_store)
    where.require()
    recorded = _proven_whole(found, Attacks(attacks), harness or BASE) if record else []
    config = JobConfig(
        created_at=now,
        headwater_version=__version__,
        jobs=jobs,
        executor=where.name,
        cluster=where.cluster,
        store=where.store,
        allow_weak_isolation=allow_weak_isolation,
        trials=tuple(trials),
        tasks={task.ref: str(task.folder) for task in found},
    )
    with nullcontext(out.absolute()) if out else _temporary_folder() as folder:
        problems = _validate(folder if out else folder / "job", config, found, untried, verbose=verbose)
    unproven = {problem.task for problem in problems}
    _record([task for task in recorded if task.ref not in unproven], untried)
    if problems:
        raise SystemExit(1)


def _refuse_options_of_tasks() -> None:
    """Raise an error if the user set an option that has no effect on the proofs of a harness."""
    context = click.get_current_context()
    for option in context.command.params:
        is_given = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if is_given and option.name not in _OF_HARNESSES:
            raise OptionError(
                "is for tasks, and the command names none", where=option.opts[0], fix="name tasks, or leave it out"
            )


def _other_harnesses(tasks: list[Task], harness: str | None) -> tuple[list[str], Counter[str]]:
    """Return the other harnesses used to try alternatives, and the number of alternatives not tried, keyed by harness.

    Alternatives are tried with another harness only if no harness was chosen and the other one is built.
    """
    needed = other_harnesses(tasks, harness or BASE)
    ready = [] if harness else [name for name in needed if find_harness(name).is_ready(home())]
    return ready, Counter({name: number for name, number in needed.items() if name not in ready})


def _record(tasks: list[Task], untried: Counter[str]) -> None:
    """Record the tasks for which every alternative was tried."""
    base_tasks = [task for task in tasks if not other_harnesses([task], BASE).keys() & untried.keys()]
    record_proofs(base_tasks)
    for task in tasks:
        if task not in base_tasks:
            click.echo(f"{task.ref}: not recorded, because an alternative was not tried", err=True)


def _proven_whole(tasks: list[Task], attacks: Attacks, harness: str) -> list[Task]:
    """Return the tasks on which all attacks run."""
    if harness != BASE:
        raise OptionError(f"records only proofs with the harness {BASE}", where="--record")
    match attacks:
        case Attacks.ALL:
            return tasks
        case Attacks.SAMPLE:
            return changed_tasks(tasks)
        case Attacks.NONE:
            raise OptionError(
                "needs attacks, because only tasks that withstand all of them are recorded", where="--record"
            )


@contextmanager
def _temporary_folder() -> Iterator[Path]:
    """Make a temporary folder that is always removed.

    Some agents leave deeply nested folders, which ``tempfile.TemporaryDirectory`` could not remove.
    """
    folder = Path(tempfile.mkdtemp(prefix="headwater-validate-"))
    try:
        yield folder
    finally:
        remove_tree(folder)


def _validate(
    folder: Path, config: JobConfig, tasks: list[Task], untried: Counter[str], *, verbose: bool
) -> list[ProofProblem]:
    # each of the task's own checks must be failed by a counterfeit or by doing nothing
    has_own_checks = any(not policy_of(task.config.suite).shared_checks for task in tasks)
    alternatives = {f"alternative:{each.name}" for task in tasks for each in task.alternatives}
    all_gates_of = alternatives | ({"nop"} if has_own_checks else set())
    with on_terminal(verbose=verbose) as (progress, cancel):
        job, kept = open_proof(folder, config, tasks, all_gates_of, progress)
        with LeakScans(config, tasks, WithoutStates(job, progress), cancel) as scans:
            for finished in kept:
                scans.scan_later(finished)
            outcome = run_job(job, tasks, scans, cancel, all_gates_of=all_gates_of)
        if outcome.interrupted:
            report_interrupt(outcome.remaining, "run the same command again")
        problems: list[ProofProblem] = [*find_problems(tasks, job), *scans.problems()]
        for task in tasks:
            problems += check_determinism(task, progress, cancel)
    for problem in problems:
        click.echo(f"{problem.task}: {problem.message}")
    trials = len(config.trials)
    found = counted(len(problems), "problem") if problems else "all proven"
    if untried:
        found += f", {counted(untried.total(), 'alternative')} not tried"
    click.echo(f"{counted(len(tasks), 'task')}, {counted(trials, 'trial')}: {found}")
    for name, number in untried.items():
        click.echo(f"not tried: {counted(number, 'alternative')} with {name}; {_how_to_try(name)}", err=True)
    return problems


def _how_to_try(harness: str) -> str:
    """Return an instruction for trying the alternatives that need a harness."""
    if missing := find_harness(harness).lacks(home()):
        return f"here {missing}"
    return f"`--harness {harness}` builds the harness and runs them"
