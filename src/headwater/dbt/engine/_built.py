"""What a build found: the content of every relation and the outcome of every test, without the rows."""

from __future__ import annotations

import hashlib
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Columns = tuple[tuple[str, str], ...]


class _EngineModel(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class RelationContent(_EngineModel):
    """What a relation holds, whatever the order of its rows.

    Attributes:
        columns: Names and types in their order.
        digest: Sums of two hashes of each row, its columns taken in the order of their names.
    """

    columns: Columns = ()
    rows: int = -1
    digest: str

    @property
    def key(self) -> str:
        """What depends on it depends on this; the order of columns counts, for `select *` gives it on."""
        return hashlib.sha256(repr((self.columns, self.rows, self.digest)).encode()).hexdigest()

    def same_rows(self, other: RelationContent) -> bool:
        """Whether both hold the same rows of the same columns, in whatever order."""
        mine, theirs = sorted(self.columns), sorted(other.columns)
        return (mine, self.rows, self.digest) == (theirs, other.rows, other.digest)


class NodeStatus(StrEnum):
    """What became of a step or test."""

    OK = "ok"
    FAILED = "failed"
    WARNED = "warned"
    ERROR = "error"
    SKIPPED = "skipped"


class StepResult(_EngineModel):
    """A step that was built, or why not."""

    outcome: NodeStatus
    action: str
    content: RelationContent | None = None
    seconds: float = 0.0
    message: str = ""
    is_known: Annotated[bool, Field(description="Taken from an earlier build of the same SQL on the same rows.")] = (
        False
    )


class TestResult(_EngineModel):
    """A test that was run, or why not."""

    __test__ = False

    outcome: NodeStatus
    action: str
    failures: int = 0
    message: str = ""

    @property
    def passed(self) -> bool:
        """Whether it found nothing; a warning is no failure to dbt."""
        return self.outcome in (NodeStatus.OK, NodeStatus.WARNED)


class Built(_EngineModel):
    """A whole build."""

    sources: dict[str, RelationContent] = {}
    steps: dict[str, StepResult] = {}
    tests: dict[str, TestResult] = {}

    @property
    def failing(self) -> list[str]:
        """Unique ids of tests that did not pass, sorted."""
        return sorted(uid for uid, result in self.tests.items() if not result.passed)

    @property
    def broken(self) -> list[str]:
        """Unique ids of steps that are not there, sorted."""
        return sorted(uid for uid, result in self.steps.items() if result.outcome is not NodeStatus.OK)


def action_key(sql: str, inputs: list[str]) -> str:
    """Digest of a statement and of the content of all that it reads."""
    text = "\0".join([sql, *inputs])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
