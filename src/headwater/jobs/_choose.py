"""Chooses one trial for each task in a job."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from headwater.errors import AmbiguousNameError, NotFoundError
from headwater.jobs._folder import JobFolder
from headwater.records import TrialSpec

_FACTORS = ("suite", "agent", "harness", "prompt", "repeat")


def choose_once(job: JobFolder, suites: Collection[str], choice: Mapping[str, str | int | None]) -> list[TrialSpec]:
    """Return the matching trials of a job, one per task.

    Args:
        job: The job.
        suites: The suites of the wanted trials.
        choice: The wanted values of ``suite``, ``agent``, ``harness``, ``prompt`` and ``repeat``. None matches any
            value.

    Raises:
        NotFoundError: No trial matches.
        AmbiguousNameError: Several trials of a task match. The message names the options that choose one.
    """
    of_suites = [spec for spec in dict.fromkeys(job.config().trials) if _value(spec, "suite") in suites]
    if not of_suites:
        raise NotFoundError(f"has no trial of {' or '.join(sorted(suites))}", where=job.folder)
    found = of_suites
    for factor, value in choice.items():
        if value is None:
            continue
        values = sorted({str(_value(spec, factor)) for spec in found})
        found = [spec for spec in found if _value(spec, factor) == str(value)]
        if not found:
            raise NotFoundError(
                f"{job.folder} has no such trial", where=f"--{factor} {value}", fix=f"there are {', '.join(values)}"
            )
    _require_once(job, found)
    return found


def _require_once(job: JobFolder, specs: Sequence[TrialSpec]) -> None:
    by_task: dict[str, list[TrialSpec]] = {}
    for spec in specs:
        by_task.setdefault(spec.task.partition("/")[2], []).append(spec)
    name, most = max(by_task.items(), key=lambda item: len(item[1]))
    if len(most) == 1:
        return
    varying = {factor: {_value(spec, factor) for spec in most} for factor in _FACTORS}
    options = [f"--{factor} ({', '.join(sorted(values))})" for factor, values in varying.items() if len(values) > 1]
    raise AmbiguousNameError(
        f"has {len(most)} trials of {name}, and one is needed", where=job.folder, fix=f"choose by {', '.join(options)}"
    )


def _value(spec: TrialSpec, factor: str) -> str:
    return spec.task.partition("/")[0] if factor == "suite" else str(getattr(spec, factor))
