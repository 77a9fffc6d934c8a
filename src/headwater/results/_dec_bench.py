"""Reads published runs of DEC Bench as rows.

There are two formats. The result files that DEC Bench writes (``<run>.json``, in any folder) contain every assertion,
so they can be rescored with Headwater's formula. A flat table (CSV) contains the published score and the names of the
failed assertions.

The prompts ``naive`` and ``savvy`` correspond to ``baseline`` and ``informed``. Claude Code's token counts are omitted,
because the original reads cache counts under names that the CLI does not use, and therefore misses nearly all of them.
Runs that timed out have hand-written results with a cost of zero, which was not measured, so their cost is unknown.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from headwater.errors import InvalidFileError, NotFoundError
from headwater.grading import make_verdict
from headwater.records import CheckRecord, Gate, Kind, Outcome, PromptVariant, Status
from headwater.results._dec_bench_files import GateFile, PublishedRun, ResultFile
from headwater.results._problems import ReadProblem
from headwater.results._read import ReadRows
from headwater.results._row import COLUMNS, Row, gate_columns

SUITE = "dec-bench"
_PROMPTS = {
    "naive": PromptVariant.BASELINE,
    "baseline": PromptVariant.BASELINE,
    "savvy": PromptVariant.INFORMED,
    "informed": PromptVariant.INFORMED,
}
_DOLLARS_PER_MILLION = {"gpt-5.4": (2.5, 0.25, 15.0), "composer": (3.5, 0.35, 17.5)}
"""The original's prices, for models whose input includes cached tokens: fresh input, cached input, output.

It charged all input at the first price and added the cached input at the second. For other models it counts the cache
separately.
"""

_SIDECARS = ("agent-raw", "assertion-log", "run-meta", "trace", "service-logs")


@dataclass(frozen=True)
class _Rescored:
    """The scores of the assertions in a result file."""

    score: float
    dec_bench_score: float
    failed: tuple[str, ...]


def read_dec_bench(path: Path, *, recount_cost: bool = False) -> ReadRows:
    """Read published runs of DEC Bench.

    Args:
        path: A table (CSV), or a folder that is searched for result files.
        recount_cost: Whether to recompute the cost of Codex and of Cursor's older model from their tokens. The
            published cost counts cached input twice, and applies Codex's price for long requests to the sum of all
            requests.

    Raises:
        UserError: The folder contains no result files, or the table contains no runs of DEC Bench.
    """
    if path.is_dir():
        found = list(_from_files(path))
        if not found:
            raise NotFoundError("contains no result file of DEC Bench", where=path)
    elif path.suffix == ".csv" and path.is_file():
        found = list(_from_table(path))
    else:
        raise InvalidFileError(
            "neither a folder of DEC Bench's result files nor a table (.csv) of its runs", where=path
        )
    rows = sorted((row for row in found if isinstance(row, Row)), key=lambda row: (row.job, row.task, row.trial))
    if recount_cost:
        rows = [_recounted(row) for row in rows]
    return ReadRows(tuple(_numbered(rows)), tuple(problem for problem in found if isinstance(problem, ReadProblem)))


def _from_table(path: Path) -> Iterator[Row | ReadProblem]:
    with path.open(newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        missing = {name for name, field in PublishedRun.model_fields.items() if field.is_required()} - {
            *(reader.fieldnames or ())
        }
        if missing:
            raise InvalidFileError(
                f"no column {', '.join(sorted(missing))}: not a table of DEC Bench's runs", where=path
            )
        for line in reader:
            try:
                run = PublishedRun.model_validate({name: value for name, value in line.items() if name})
            except ValidationError as error:
                yield ReadProblem(f"{path}:{reader.line_num}", _first(error))
                continue
            yield _row(run, run.dataset or path.name, None)


def _from_files(folder: Path) -> Iterator[Row | ReadProblem]:
    for path in sorted(folder.rglob("*.json")):
        if path.name.removesuffix(".json").endswith(tuple(f".{name}" for name in _SIDECARS)):
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        if '"highest_gate"' not in text:
            continue
        try:
            result = ResultFile.model_validate_json(text)
        except ValidationError as error:
            yield ReadProblem(str(path), _first(error))
            continue
        rescored = _rescore(result)
        if abs(rescored.dec_bench_score - result.normalized_score) > 1e-6:
            scores = f"says {result.normalized_score:.4f}, and its assertions give {rescored.dec_bench_score:.4f}"
            yield ReadProblem(str(path), f"{scores}; left out")
            continue
        yield _row(_flat(result), str(folder), rescored)


def _first(error: ValidationError) -> str:
    first = error.errors()[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg']}; left out"


def _flat(result: ResultFile) -> PublishedRun:
    used = result.efficiency
    return PublishedRun(
        run_id=result.run_id,
        scenario=result.scenario,
        agent=result.agent,
        model=result.model,
        harness=result.harness,
        persona=result.run_metadata.persona,
        highest_gate=result.highest_gate,
        normalized_score=result.normalized_score,
        cost_usd=used.llmApiCostUsd,
        wall_s=used.wallClockSeconds,
        input_tokens=used.inputTokens,
        cached_input_tokens=used.cachedInputTokens,
        cache_read_tokens=used.cacheReadTokens,
        cache_write_tokens=used.cacheWriteTokens,
        output_tokens=used.outputTokens,
        result_kind=result.result_kind,
    )


def _rescore(result: ResultFile) -> _Rescored:
    """Score the assertions in a result file with both Headwater's formula and the original one."""
    reached = {gate: result.gates[gate] for gate in list(Gate)[: result.highest_gate + 1] if gate in result.gates}
    checks = {gate: _checks(gate, found) for gate, found in reached.items()}
    verdict = make_verdict(checks)
    failed = tuple(f"{check.gate}.{check.name}" for check in verdict.checks if not check.passed)
    return _Rescored(verdict.score, verdict.dec_bench_score, failed)


def _checks(gate: Gate, gate_file: GateFile) -> list[CheckRecord]:
    kinds = ((Kind.CORE, "core.", gate_file.core), (Kind.TASK, "", gate_file.scenario))
    return [
        CheckRecord(
            name=f"{prefix}{name}",
            gate=gate,
            kind=kind,
            outcome=Outcome.PASSED if passed else Outcome.FAILED,
            message="",
            duration_sec=0,
        )
        for kind, prefix, checks in kinds
        for name, passed in checks.items()
    ]


def _row(run: PublishedRun, job: str, rescored: _Rescored | None) -> Row:
    counts_tokens = run.agent != "claude-code"
    by_hand = run.result_kind == "synthetic-timeout"
    failed = rescored.failed if rescored else tuple(filter(None, run.failed_assertions.split(";")))
    known: dict[str, Any] = {
        "job": job,
        "trial": run.run_id,
        "suite": SUITE,
        "task": f"{SUITE}/{run.scenario}",
        "tier": run.tier or None,
        "agent": run.agent,
        "model": run.model,
        "harness": run.harness,
        "prompt": _PROMPTS.get(run.persona, run.persona),
        "repeat": 1,
        "status": Status.AGENT_TIMEOUT if by_hand else Status.OK,
        "is_evidence": True,
        "reason": "a result written by hand for a run that timed out" if by_hand else "",
        **gate_columns(run.highest_gate, failed),
        "score": rescored.score if rescored else None,
        "dec_bench_score": run.normalized_score,
        "failed_checks": failed,
        "cost_usd": None if by_hand else run.cost_usd,
        "agent_sec": run.wall_s,
        "started_at": _start_time(run.run_id),
        "attempts": 1,
    }
    if counts_tokens:
        separate_tokens = 0 if run.model in _DOLLARS_PER_MILLION else run.cache_read_tokens + run.cache_write_tokens
        known |= {
            "input_tokens": run.input_tokens + separate_tokens,
            "cached_tokens": run.cached_input_tokens + run.cache_read_tokens,
            "cache_write_tokens": run.cache_write_tokens,
            "output_tokens": run.output_tokens,
        }
    return Row(**{column.name: None for column in COLUMNS} | known)


def _start_time(run_id: str) -> datetime | None:
    """Return the start time at the end of a run's id, which is in seconds or milliseconds."""
    stamp = run_id.rpartition("-")[2]
    if not stamp.isdigit() or len(stamp) not in (10, 13):
        return None
    return datetime.fromtimestamp(int(stamp) / (1000 if len(stamp) == 13 else 1), UTC)


def _recounted(row: Row) -> Row:
    prices = _DOLLARS_PER_MILLION.get(row.model or "")
    if prices is None or row.input_tokens is None or row.cached_tokens is None or row.output_tokens is None:
        return row
    fresh, cached, output = prices
    tokens = (row.input_tokens - row.cached_tokens) * fresh + row.cached_tokens * cached + row.output_tokens * output
    return replace(row, cost_usd=tokens / 1e6)


def _numbered(rows: list[Row]) -> Iterator[Row]:
    """Number each combination's repeats, in the order of the runs."""
    repeats: Counter[tuple[object, ...]] = Counter()
    for row in rows:
        cell = (row.job, row.task, row.agent, row.model, row.harness, row.prompt)
        repeats[cell] += 1
        yield replace(row, repeat=repeats[cell])
