"""The time to read a log is linear in the conversation's length, whatever an agent does."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from headwater.gateway import Exchange, Protocol, ThreadKind, WireLog, find_threads, read_wire_log
from headwater.gateway._redact import Redactor
from headwater.gateway._wire_log import WireLogWriter
from headwater.records.wire import RequestStarted

NOW = datetime(2026, 11, 20, tzinfo=UTC)
KEYS = {Protocol.ANTHROPIC: "messages", Protocol.CHAT: "messages", Protocol.RESPONSES: "input"}


def request(number: int, body: dict[str, Any], protocol: Protocol = Protocol.ANTHROPIC) -> RequestStarted:
    return RequestStarted(id=number, at=NOW, protocol=protocol, path="/", model="m", stream=False, turn=True, body=body)


@pytest.mark.parametrize("protocol", KEYS)
def test_shared_parts_of_requests_are_held_once(protocol: Protocol, tmp_path: Path) -> None:
    messages = [{"role": ("user", "assistant")[n % 2], "content": f"{n} " * 200} for n in range(30)]
    writer = WireLogWriter(tmp_path / "wire.jsonl", Redactor([]))
    for number in range(1, 31):
        writer.write_request(request(number, {KEYS[protocol]: messages[:number]}, protocol))
    writer.close()

    [thread] = find_threads(read_wire_log(tmp_path / "wire.jsonl"))

    all_messages = [message for one in thread.requests for message in one.conversation.messages]
    assert len(all_messages) == 30 * 31 / 2
    assert len({id(message) for message in all_messages}) == 30


def test_repeated_new_conversations_are_not_classified_each_time() -> None:
    """Each classification scans the whole run."""
    bodies = [{"messages": [{"role": "user", "content": f"hello {n}"}]} for n in range(1, 1001)]
    exchanges = tuple(Exchange(request(number, body), None) for number, body in enumerate(bodies, 1))

    threads = find_threads(WireLog(None, exchanges, None, closed=True))

    assert sorted(one.number for thread in threads for one in thread.requests) == list(range(1, 1001))
    assert threads[0].kind is ThreadKind.MAIN
    assert len({thread.id for thread in threads}) == len(threads) > 800
