"""Runs agents on tasks."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from headwater import __version__
from headwater.agents.human import is_human
from headwater.api._job import Job, notices
from headwater.api._select import Selection
from headwater.caches import require_writable_home
from headwater.errors import OptionError
from headwater.jobs import (
    JobFolder,
    Progress,
    parse_budget,
    parse_rates,
    require_harnesses,
    require_models,
    require_people,
    require_room_for_a_trial,
    require_services,
)
from headwater.jobs.executors import Executor, find_executor
from headwater.records import JobConfig, Limits, PriceOverride
from headwater.sandbox import preload
from headwater.tasks import Task

Name = str | os.PathLike[str]
_WEEK_SEC = 7 * 86_400


def run(
    tasks: Name | Task | Iterable[Name | Task] = (),
    agents: str | Iterable[str] = (),
    *,
    harnesses: str | Iterable[str] = (),
    prompts: str | Iterable[str] = (),
    repeat: int | None = None,
    limit: int | None = None,
    failed_of: Name | None = None,
    limits: Limits | str | Iterable[str] = (),
    job_limits: Limits | str | Iterable[str] = (),
    rates: str | Iterable[str] = (),
    timeout_sec: float | None = None,
    jobs: int | None = None,
    executor: str | Executor = "local",
    out: Name | None = None,
    progress: Progress | None = None,
    cancel: threading.Event | None = None,
    commands: str | None = None,
    prices: Name | None = None,
    record: Name | None = None,
    replay: Name | None = None,
    allow_weak_isolation: bool = False,
) -> Job:
    """Start a job and return immediately. ``Job.wait`` waits for its end.

    The job runs in threads of this process, and the process does not exit before the job ends.

    Args:
        tasks: Suites, tasks (``suite/task``) or folders of tasks.
        agents: The agents that attempt each task, such as ``oracle`` or ``claude-code:MODEL``.
        harnesses: The tooling in the sandbox. The default is ``base``.
        prompts: ``baseline``, ``informed``, ``verify``, or ``both`` for the first two. The default is ``baseline``.
        repeat: The number of trials for each combination.
        limit: The number of tasks to run, beginning with the first.
        failed_of: The folder of a job whose unsolved trials run again. Named tasks select among these trials, and named
            agents, harnesses and prompts replace those of the trials.
        limits: The limits on the model usage of each trial, as ``Limits`` or as text such as ``"2usd,40turns"``.
        job_limits: The limits on all trials together, in the same forms. A job that reaches a limit ends, and
            ``Job.resume`` with higher limits continues the job.
        rates: The limits on all requests to each provider per minute, such as ``"50requests,400ktok"`` or
            ``"anthropic:50requests"``.
        timeout_sec: The time limit of each agent in seconds, which replaces the task's limit.
        jobs: The number of trials that run at the same time. The default is the number that the executor can run.
        executor: The executor that runs the trials, by name or as an object.
        out: The job's folder, which must not contain a job yet. The default is ``jobs/<time>``.
        progress: Receives the job's events.
        cancel: Ends the job when set, as ``Job.cancel`` does.
        commands: The commands that the agent ``human`` runs. Without commands, a person works at the terminal.
        prices: A TOML file with prices of models, which take precedence over every price table.
        record: The folder to which a cassette of each trial is written.
        replay: The folder of cassettes to replay instead of asking a provider.
        allow_weak_isolation: Whether to run on a machine that cannot limit agents.

    Raises:
        UserError: A name does not exist, or the machine lacks something that the trials need. Nothing was started.
    """
    preload(["headwater.trials"])
    names, agents = _names(tasks), _list(agents)
    found, trials = Selection(
        names, agents, _list(harnesses), _list(prompts), repeat, limit, Path(failed_of) if failed_of else None
    ).trials(notices(progress))
    require_services(found)
    require_harnesses(trials, {task.ref: task for task in found})
    where = find_executor(executor) if isinstance(executor, str) else executor
    where.require()
    if timeout_sec is not None and not 0 < timeout_sec <= _WEEK_SEC:
        raise OptionError("not a number of seconds above 0 and up to a week", where=f"--timeout {timeout_sec:g}")
    now = datetime.now(UTC)
    at_terminal = commands is None and any(is_human(spec.agent) for spec in trials)
    config = JobConfig(
        created_at=now,
        headwater_version=__version__,
        jobs=_positive(jobs) or (1 if at_terminal else None),
        executor=where.name,
        cluster=where.cluster,
        store=where.store,
        allow_weak_isolation=allow_weak_isolation,
        trials=trials,
        tasks={task.ref: str(task.folder) for task in found},
        limits=limits if isinstance(limits, Limits) else parse_budget(_list(limits)),
        job_limits=job_limits if isinstance(job_limits, Limits) else parse_budget(_list(job_limits), "--job-budget"),
        rates=parse_rates(_list(rates)),
        timeout_sec=timeout_sec,
        failed_of=_absolute(failed_of),
        prices=_prices(prices),
        commands=commands,
        record=_absolute(record),
        replay=_absolute(replay),
    )
    require_room_for_a_trial(config.job_limits, config.limits)
    require_models(config, found, needs_keys=where.cluster is None)
    require_people(config, where)
    require_writable_home()
    folder = Path(out) if out else _unused(Path("jobs") / now.strftime("%Y-%m-%dT%H-%M-%S"))
    return Job._started(JobFolder.create(folder.absolute(), config), found, where, progress, cancel)


def _names(tasks: Name | Task | Iterable[Name | Task]) -> list[str]:
    several = [tasks] if isinstance(tasks, str | os.PathLike | Task) else tasks
    return [str(each.folder) if isinstance(each, Task) else os.fspath(each) for each in several]


def _list(names: str | Iterable[str]) -> list[str]:
    return [names] if isinstance(names, str) else list(names)


def _positive(jobs: int | None) -> int | None:
    if jobs is not None and jobs < 1:
        raise OptionError("must be 1 or more", where=f"--jobs {jobs}")
    return jobs


def _absolute(folder: Name | None) -> str | None:
    return str(Path(folder).absolute()) if folder else None


def _prices(path: Name | None) -> tuple[PriceOverride, ...]:
    if path is None:
        return ()
    from headwater.gateway import read_prices

    return read_prices(Path(path))


def _unused(folder: Path) -> Path:
    """Return the folder, with a number appended if another job started in the same second."""
    number = 1
    while folder.exists():
        number += 1
        folder = folder.with_name(f"{folder.name.partition('_')[0]}_{number}")
    return folder
