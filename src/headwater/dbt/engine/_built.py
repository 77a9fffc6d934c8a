"""Defines the result of a build: a digest of every relation and the outcome of every test, without rows."""

from __future__ import annotations

import hashlib
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Columns = tuple[tuple[str, str], ...]


class _EngineModel(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class RelationContent(_EngineModel):
    """A relation's content, regardless of row order.

    Attributes:
        columns: The names and types of the columns, in order.
        digest: The sums, over all rows, of two hashes of the row. The hashes cover the columns sorted by name.
    """

    columns: Columns = ()
    rows: int = -1
    digest: str

    @property
    def key(self) -> str:
        """The key on which downstream relations depend. It includes the column order, because `select *` keeps it."""
        return hashlib.sha256(repr((self.columns, self.rows, self.digest)).encode()).hexdigest()

    def same_rows(self, other: RelationContent) -> bool:
        """Return whether both relations have the same columns and the same rows, in any order."""
        own_columns, other_columns = sorted(self.columns), sorted(other.columns)
        return (own_columns, self.rows, self.digest) == (other_columns, other.rows, other.digest)


class NodeStatus(StrEnum):
    """The outcome of a step or test."""

    OK = "ok"
    FAILED = "failed"
    WARNED = "warned"
    ERROR = "error"
    SKIPPED = "skipped"


class StepResult(_EngineModel):
    """The result of building a relation, or the reason why it was not built."""

    outcome: NodeStatus
    action: str
    content: RelationContent | None = None
    seconds: float = 0.0
    message: str = ""
    is_known: Annotated[bool, Field(description="Taken from an earlier build of the same SQL on the same rows.")] = (
        False
    )


class TestResult(_EngineModel):
    """The result of a test, or the reason why it was not run."""

    __test__ = False

    outcome: NodeStatus
    action: str
    failures: int = 0
    message: str = ""

    @property
    def passed(self) -> bool:
        """Return whether the test passed. As in dbt, a warning does not count as a failure."""
        return self.outcome in (NodeStatus.OK, NodeStatus.WARNED)


class Built(_EngineModel):
    """The results of a build."""

    sources: dict[str, RelationContent] = {}
    steps: dict[str, StepResult] = {}
    tests: dict[str, TestResult] = {}

    @property
    def failing(self) -> list[str]:
        """The sorted unique ids of tests that did not pass."""
        return sorted(uid for uid, result in self.tests.items() if not result.passed)

    @property
    def broken(self) -> list[str]:
        """The sorted unique ids of relations that were not built."""
        return sorted(uid for uid, result in self.steps.items() if result.outcome is not NodeStatus.OK)


def action_key(sql: str, inputs: list[str]) -> str:
    """Return a digest of a statement and the content that it reads."""
    text = "\0".join([sql, *inputs])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
