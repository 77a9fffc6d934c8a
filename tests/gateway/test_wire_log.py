"""The log contains all requests, and grows linearly with the conversation."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.gateway import Protocol, read_wire_log
from headwater.gateway._redact import Redactor
from headwater.gateway._wire_log import WireLogWriter
from headwater.records.wire import RequestStarted

NOW = datetime(2026, 11, 20, tzinfo=UTC)
_PART = st.recursive(
    st.none() | st.integers(-(10**6), 10**6) | st.text(max_size=200) | st.just("long " * 40),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "$item", "b"]), inner, max_size=2)
    ),
    max_leaves=6,
)


def request(number: int, body: dict[str, Any]) -> RequestStarted:
    return RequestStarted(
        id=number, at=NOW, protocol=Protocol.CHAT, path="/x", model="m", stream=False, turn=True, body=body
    )


def write(path: Path, bodies: list[dict[str, Any]]) -> None:
    writer = WireLogWriter(path, Redactor([]))
    for number, body in enumerate(bodies, 1):
        writer.write_request(request(number, body))
    writer.close()


@settings(derandomize=True, max_examples=100, deadline=None)
@given(bodies=st.lists(st.dictionaries(st.sampled_from(["messages", "tools", "model"]), _PART, max_size=3), max_size=3))
def test_bodies_are_read_as_they_were_sent(
    tmp_path_factory: pytest.TempPathFactory, bodies: list[dict[str, Any]]
) -> None:
    path = tmp_path_factory.mktemp("log") / "wire.jsonl"

    write(path, bodies)

    assert [exchange.body for exchange in read_wire_log(path).exchanges] == bodies


def test_repeated_parts_are_written_once(tmp_path: Path) -> None:
    tools = [{"name": "Bash", "description": "x" * 10_000}]
    messages = [{"role": "user", "content": f"{number} " * 300} for number in range(50)]

    write(tmp_path / "wire.jsonl", [{"tools": tools, "messages": messages[: n + 1]} for n in range(50)])

    conversation = sum(len(message["content"]) for message in messages) + 10_000
    assert (tmp_path / "wire.jsonl").stat().st_size < 2 * conversation
