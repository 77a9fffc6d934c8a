"""Models ``task.toml``. Names follow Harbor's task format where concepts match."""

from __future__ import annotations

import re
from datetime import date
from enum import StrEnum
from typing import Annotated

from pydantic import Field, StringConstraints, field_validator

from headwater.records._base import Record
from headwater.records.verdict import ControlState

Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
ServiceName = Slug
"""An engine's name. The registry in ``services`` lists all engines."""
Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, pattern=r"^[^\n]+$")]


class Tier(StrEnum):
    """The difficulty of a task: a focused fix, a design decision, or several interacting failures."""

    TIER_1 = "tier-1"
    TIER_2 = "tier-2"
    TIER_3 = "tier-3"


class StartingState(StrEnum):
    """Whether the agent repairs an existing system or builds a new one."""

    BROKEN = "broken"
    GREENFIELD = "greenfield"


class Category(StrEnum):
    """The kind of work."""

    SCHEMA_DESIGN = "schema-design"
    QUERY_OPTIMIZATION = "query-optimization"
    INGESTION = "ingestion"
    MIGRATION = "migration"
    DEBUGGING = "debugging"
    MATERIALIZED_VIEWS = "materialized-views"
    PARTITIONING = "partitioning"
    REPLICATION = "replication"
    COMPRESSION = "compression"
    MONITORING = "monitoring"


class Domain(StrEnum):
    """The kind of business from which a task's data comes."""

    NEUTRAL = "neutral"
    B2B_SAAS = "b2b-saas"
    CONSUMER_SAAS = "consumer-saas"
    USER_CONTENT = "user-content"
    E_COMMERCE = "e-commerce"
    ADVERTISING = "advertising"
    USAGE_BASED = "usage-based-infrastructure"


class Competency(StrEnum):
    """The competency that a task tests."""

    ENVIRONMENT_SETUP = "environment-setup"
    DATA_MODELING = "data-modeling-and-schema-design"
    INGESTION = "data-ingestion-and-integration"
    TRANSFORMATION = "transformation-and-semantic-modeling"
    STORAGE_LAYOUT = "storage-and-data-layout"
    ORCHESTRATION = "orchestration-and-dataops"
    DATA_QUALITY = "data-quality-and-observability"
    RELIABILITY = "reliability-and-fault-tolerance"
    DISTRIBUTED_SYSTEMS = "distributed-systems-and-consistency"
    PERFORMANCE = "scalability-and-performance-engineering"
    SECURITY = "security-privacy-and-governance"
    ARCHITECTURE = "technology-selection-and-architecture-tradeoffs"


class AgentLimits(Record):
    """The agent's limits. When the agent exceeds one, the trial ends or an allocation fails."""

    timeout_sec: float = Field(default=1800.0, gt=0, description="Wall-clock seconds for the agent.")
    memory_mb: int = Field(default=4096, ge=64)
    cpus: float = Field(default=2.0, gt=0)
    processes: int = Field(default=512, ge=16)
    disk_mb: int = Field(default=2048, ge=16, description="What it may add to its workspace.")


Place = Annotated[str, StringConstraints(pattern=r"^([a-z0-9._-]+|\[[0-9a-f:.]+\]):[1-9][0-9]{0,4}$")]
"""``host:port``, where the host is a name or an address."""


_LAST_PORT = 65535


class NetworkAccess(Record):
    """The agent's network access beyond its own loopback."""

    allow: tuple[Place, ...] = Field(min_length=1, description="Exactly these places, each as host:port.")

    @field_validator("allow")
    @classmethod
    def _ports(cls, allow: tuple[str, ...]) -> tuple[str, ...]:
        for place in allow:
            port = place.rpartition(":")[2]
            if int(port) > _LAST_PORT:
                raise ValueError(f"{port} is not a port")
        return allow


class VerifierLimits(Record):
    """The limits on grading."""

    check_timeout_sec: float = Field(default=60.0, gt=0, description="Seconds for one check.")
    timeout_sec: float = Field(default=1800.0, gt=0, description="Seconds for all checks together.")
    reference: bool = Field(default=False, description="Checks compare with the reference solution's state.")
    control: ControlState = Field(
        default=ControlState.REFERENCE,
        description="On which state a check that broke is repeated: if it breaks there too, the trial is excluded.",
    )


class EntryPoint(Record):
    """The command that runs the agent's work again.

    Grading runs it in a new sandbox to test whether it can safely run twice.
    """

    command: Line = Field(description="Run by `sh -c` in the workspace.")
    timeout_sec: float = Field(default=120.0, gt=0)


class Server(Record):
    """The command that starts a server. Grading runs it in a new sandbox and sends HTTP requests to the server."""

    command: Line = Field(description="Run by `sh -c` in the workspace.")
    port: int = Field(ge=1024, le=65535)
    ready_path: str = Field(default="/", pattern=r"^/", description="Ready when this answers below 500.")
    ready_timeout_sec: float = Field(default=20.0, gt=0)


class Workload(Record):
    """A program outside of the agent's view that uses the services while the agent works, like live traffic."""

    command: Line = Field(description="Run by `sh -c` in `workload/`, with the variables of the services.")
    settle_sec: float = Field(default=5.0, ge=0, le=120, description="How long it goes on after the agent has ended.")


class LeakAllowance(Record):
    """A finding of the leak scan that the task allows, with the reason why it reveals nothing."""

    pattern: Line = Field(description="A regular expression; it is searched for in what the scan prints.")
    why: Line

    @field_validator("pattern")
    @classmethod
    def _compiles(cls, pattern: str) -> str:
        try:
            re.compile(pattern)
        except re.error as error:
            raise ValueError(f"is not a regular expression: {error}") from None
        return pattern


class Leaks(Record):
    """A task's settings for the leak scan of its starting state."""

    allow: tuple[LeakAllowance, ...] = ()
    reveals: tuple[Line, ...] = Field(default=(), description="Gold values and names that nothing else tells of.")


class TaskConfig(Record):
    """The configuration of a task in its ``task.toml``."""

    id: Slug = Field(description="The folder's name.")
    title: Line
    suite: Slug
    tier: Tier
    category: Category
    domain: Domain = Domain.NEUTRAL
    competencies: tuple[Competency, ...] = Field(min_length=1)
    starting_state: StartingState
    services: tuple[ServiceName, ...] = ()
    tags: tuple[Slug, ...] = ()
    base: str | None = Field(
        default=None,
        pattern=r"^[a-z0-9]+(/[A-Za-z0-9][A-Za-z0-9_-]*)*$",
        description="A folder in the cache whose `workspace/` is below the task's own; many tasks share it.",
    )
    data: str | None = Field(
        default=None,
        pattern=r"^[a-z0-9]+(/[A-Za-z0-9][A-Za-z0-9_-]*)*$",
        description="A folder in the cache that is read-only in `/data`; the files that the agent opens are recorded.",
    )
    toolchain: Slug | None = Field(
        default=None,
        description="Locked software that comes before the harness's on the PATH.",
    )
    clock: date | None = Field(default=None, description="What is today for the toolchain's programs.")
    agent: AgentLimits = AgentLimits()
    network: NetworkAccess | None = Field(default=None, description="Without it, the agent reaches nothing.")
    verifier: VerifierLimits = VerifierLimits()
    entrypoint: EntryPoint | None = None
    server: Server | None = None
    workload: Workload | None = Field(default=None, description="Live traffic during the agent's run.")
    leaks: Leaks = Leaks()

    @property
    def ref(self) -> str:
        """The name of the task on the command line: ``suite/id``."""
        return f"{self.suite}/{self.id}"
