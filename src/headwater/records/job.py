"""Models a job's configuration."""

from __future__ import annotations

import hashlib
import re
from datetime import datetime
from enum import StrEnum
from functools import lru_cache

from pydantic import Field

from headwater.records._base import Record
from headwater.records.usage import Limits, PriceOverride, RateLimit

_NAME_LIMIT = 80


class PromptVariant(StrEnum):
    """The variant of a task's instruction.

    A task has two variants, `baseline` and `informed`. `verify` is `baseline` followed by a text that is the same for
    all tasks.
    """

    BASELINE = "baseline"
    INFORMED = "informed"
    VERIFY = "verify"


class TrialSpec(Record):
    """One combination of agent, harness, prompt variant, task and repeat."""

    task: str = Field(description="suite/id")
    agent: str = Field(description="As given on the command line, for example counterfeit:wrong-grain.")
    harness: str
    prompt: PromptVariant
    repeat: int = Field(ge=1)

    @property
    def id(self) -> str:
        """The id and folder name of the trial, which depends only on the spec, so that nothing runs twice."""
        return _trial_id(self.task, self.agent, self.harness, self.prompt, self.repeat)


@lru_cache(maxsize=1 << 16)
def _trial_id(task: str, agent: str, harness: str, prompt: PromptVariant, repeat: int) -> str:
    """Return a trial's id.

    The result is cached, because a driver needs the ids of all running trials whenever a trial ends.
    """
    return f"{task.replace('/', '.')}__{_file_name(agent)}__{harness}__{prompt}__{repeat}"


def _file_name(agent: str) -> str:
    """Return a file name for an agent, with a hash if necessary, because a command line may contain anything."""
    plain = agent.replace(":", "-", 1)
    name = re.sub(r"[^A-Za-z0-9.-]+", "-", plain)[:_NAME_LIMIT].strip("-.")
    return name if name == plain else f"{name}-{hashlib.sha256(agent.encode()).hexdigest()[:8]}"


class JobOptions(Record):
    """The options that apply to every trial of a job."""

    allow_weak_isolation: bool = False
    limits: Limits = Field(default=Limits(), description="What the agent of each trial may use of its model.")
    job_limits: Limits = Field(default=Limits(), description="What all trials may use together; `resume` can raise it.")
    rates: tuple[RateLimit, ...] = Field(default=(), description="What all trials may ask of a provider in a minute.")
    timeout_sec: float | None = Field(
        default=None, gt=0, allow_inf_nan=False, description="Seconds for each agent; None for each task's own limit."
    )
    prices: tuple[PriceOverride, ...] = Field(default=(), description="The user's own, before every table.")
    replay: str | None = Field(default=None, description="Folder of the cassettes that answer instead of a provider.")
    commands: str | None = Field(default=None, description="What agent human runs; None for a person at the terminal.")
    record: str | None = Field(default=None, description="Folder that takes a cassette of each trial.")


class JobConfig(JobOptions):
    """A job's configuration, which is fixed when the job starts."""

    created_at: datetime
    headwater_version: str
    tasks: dict[str, str] = Field(description="Folder of each task by its ref, to resume and to grade again.")
    trials: tuple[TrialSpec, ...]
    jobs: int | None = Field(ge=1, description="Trials at once; as many as the executor takes, if null.")
    executor: str = Field(default="local", description="Where the trials run.")
    cluster: str | None = Field(default=None, description="Address of the machines that run them, if one was named.")
    store: str | None = Field(default=None, description="URL of the store of their caches, if they share none.")
    failed_of: str | None = Field(
        default=None, description="Folder of the job whose trials, which did not solve, are run again in this one."
    )

    def options(self) -> JobOptions:
        """The options of every trial, without the list of trials, which can contain thousands."""
        return JobOptions(**{name: getattr(self, name) for name in JobOptions.model_fields})
