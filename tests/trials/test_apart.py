"""Reading agent output needs no memory in Headwater's own process, and faults while reading stay in the trial."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from headwater.agents import model_agents
from headwater.gateway import Protocol, read_outcome, read_wire_log
from headwater.gateway._redact import Redactor
from headwater.gateway._wire_log import WireLogWriter
from headwater.records import PromptVariant, TrialSpec
from headwater.records.wire import RequestEnded, RequestStarted
from headwater.trials._apart import run_apart
from headwater.trials._model import write_trajectory_of
from headwater.trials._paths import TrialPaths

NOW = datetime(2026, 11, 20, tzinfo=UTC)
SPEC = TrialSpec(task="a/b", agent="data-agent:gpt-5.5", harness="base", prompt=PromptVariant.BASELINE, repeat=1)


def write_log(path: Path, size: int) -> None:
    """Write a log like a hostile agent's, with many small messages that all differ."""
    writer, numbers, number = WireLogWriter(path, Redactor([])), count(), 0
    while writer.size < size:
        number += 1
        messages = [{"role": "user", "content": str(next(numbers))} for _ in range(19_000)]
        body = {"model": "m", "messages": messages}
        common = {"id": number, "at": NOW}
        fields = {"protocol": Protocol.CHAT, "path": "/", "model": "m", "stream": False, "turn": True, "body": body}
        writer.write_request(RequestStarted.model_validate(common | fields))
        ended = {"answerer": "provider", "status": 200, "seconds": 1}
        writer.write(RequestEnded.model_validate(common | ended))
    writer.close()


@contextmanager
def peak() -> Iterator[Callable[[], int]]:
    """Yield a function that returns the peak of Python's memory in bytes."""
    tracemalloc.start()
    try:
        yield lambda: tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def hungry() -> None:
    assert len(bytearray(2 << 30))


def broken() -> None:
    raise ValueError("no\nluck")


def test_a_large_log_takes_little_memory(tmp_path: Path) -> None:
    write_log(tmp_path / "wire.jsonl", 4 << 20)

    with peak() as measured:
        assert read_outcome(tmp_path / "wire.jsonl").totals.requests == 7
        streamed = measured()
    with peak() as measured:
        assert len(read_wire_log(tmp_path / "wire.jsonl").exchanges) == 7
        in_memory = measured()

    assert streamed < in_memory / 2  # requests are read one at a time, however many there are


def test_a_trajectory_is_made_in_another_process(tmp_path: Path) -> None:
    paths = TrialPaths(tmp_path, SPEC.id)
    paths.folder.mkdir(parents=True)
    write_log(paths.wire_log, 1 << 20)

    with peak() as measured:
        write_trajectory_of(model_agents()["data-agent"]("gpt-5.5"), SPEC, paths)
        increase = measured()

    assert paths.trajectory.stat().st_size > 1 << 20
    assert not paths.trajectory.with_suffix(".err").exists()
    assert increase < 20 << 20  # memory holds one request at a time, and no step of the trajectory


def test_an_error_in_the_reading_process_is_reported_and_ends_nothing(tmp_path: Path) -> None:
    errors = tmp_path / "it.err"

    assert not run_apart(errors, hungry)
    assert "MemoryError" in errors.read_text()
    assert not run_apart(errors, broken)
    assert "ValueError" in errors.read_text()
    assert run_apart(errors, print)
    assert not errors.exists()
