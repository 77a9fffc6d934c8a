"""Defines DEC Bench's files, with the fields that are read. Other fields are ignored."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, Field

from headwater.records import Gate

Unknown = Annotated[float | None, BeforeValidator(lambda value: None if value in ("", None) else value)]


class PublishedRun(BaseModel):
    """A row in the flat table."""

    dataset: str = ""
    run_id: str
    scenario: str
    agent: str
    model: str
    harness: str
    persona: str
    tier: str = ""
    highest_gate: int = Field(ge=0, le=5)
    normalized_score: float = Field(ge=0, le=1)
    cost_usd: Unknown = None
    wall_s: Unknown = None
    input_tokens: int = 0
    cached_input_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    output_tokens: int = 0
    failed_assertions: str = ""
    result_kind: str = ""


class RunUsage(BaseModel):
    """The resources that a run used."""

    llmApiCostUsd: float | None = None  # noqa: N815 - the original's names
    wallClockSeconds: float | None = None  # noqa: N815
    inputTokens: int = 0  # noqa: N815
    cachedInputTokens: int = 0  # noqa: N815
    cacheReadTokens: int = 0  # noqa: N815
    cacheWriteTokens: int = 0  # noqa: N815
    outputTokens: int = 0  # noqa: N815


class GateFile(BaseModel):
    """A gate with its assertions."""

    passed: bool
    core: dict[str, bool] = {}
    scenario: dict[str, bool] = {}


class Metadata(BaseModel):
    """The settings of a run."""

    persona: str = "baseline"


class ResultFile(BaseModel):
    """A result file of DEC Bench."""

    run_id: str
    scenario: str
    agent: str
    model: str
    harness: str
    highest_gate: int = Field(ge=0, le=5)
    normalized_score: float = Field(ge=0, le=1)
    gates: dict[Gate, GateFile]
    efficiency: RunUsage = RunUsage()
    run_metadata: Metadata = Metadata()
    result_kind: str = ""
