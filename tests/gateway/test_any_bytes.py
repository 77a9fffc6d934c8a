"""Nothing that an agent or a provider sends makes a reader raise, whatever its bytes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.properties import any_json, any_object, any_text, hostile_bytes, reader_cases, to_bytes

from headwater.errors import UserError
from headwater.gateway import Fault, Protocol, find_threads, read_outcome, read_wire_log
from headwater.gateway._own import OwnConversation
from headwater.gateway._redact import Redactor
from headwater.gateway._retry import ProviderFailure, next_wait, retry_after_sec
from headwater.gateway._service import read_object
from headwater.gateway._settings import RetryPolicy
from headwater.gateway._wire_log import WireLogWriter
from headwater.gateway.protocols import DIALECTS, SseParser
from headwater.gateway.protocols._shape import load, mapping, serialize
from headwater.records.wire import Answerer, RequestEnded, RequestStarted
from headwater.trajectories import AgentIdentity, build_trajectory

pytestmark = pytest.mark.minutes

NOW = datetime(2026, 11, 20, tzinfo=UTC)
_NAMES = """
messages role content type text tools tool_calls function arguments input output usage parts contents functionCall
functionResponse args name id delta choices candidates index response item system model stream tool_use_id call_id
tool_call_id source media_type data image_url url input_tokens output_tokens prompt_tokens completion_tokens details
usageMetadata promptTokenCount cache_read_input_tokens input_tokens_details generationConfig max_tokens n error message
code reason retryDelay violations quotaId content_block finish_reason finishReason previous_response_id instructions
"""
_KEYS = _NAMES.split()
_WORDS = """
user assistant system tool text tool_use tool_result function_call function_call_output custom_tool_call reasoning
message message_start content_block_start content_block_delta message_delta message_stop error response.completed
response.output_item.done response.failed model STOP stop namespace function shell insufficient_quota
"""
OBJECTS = any_object(_KEYS, _WORDS.split())
_EVENTS = "open item request response probe limit close 2026-11-20T00:00:00Z chat none provider"
LINES = any_object([*RequestStarted.model_fields, *RequestEnded.model_fields, "event", "event"], _EVENTS.split())
BODIES = hostile_bytes(OBJECTS)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder to which each case writes its log."""
    return tmp_path_factory.mktemp("any") / "wire.jsonl"


def is_one_line(error: Exception) -> bool:
    return len(str(error).splitlines()) == 1


@reader_cases
@given(BODIES)
def test_requests(raw: bytes) -> None:
    """The gateway reads any request in each protocol."""
    for dialect in DIALECTS.values():
        try:
            body = read_object(raw)
        except ValueError as error:
            if not is_one_line(error):
                raise
            continue
        conversation = dialect.conversation(body, "m")
        list(dialect.parts(body))
        dialect.continues(body)
        dialect.can_be_continued(body)
        assert OwnConversation().take(conversation)
        dialect.take_hosted(body)
        assert load(serialize(body)) == body


@reader_cases
@given(BODIES, st.sampled_from([400, 401, 429, 500]))
def test_answers(raw: bytes, status: int) -> None:
    try:
        body = mapping(load(raw))
    except ValueError:
        body = {}
    for dialect in DIALECTS.values():
        dialect.reply(body).model_dump_json()
        dialect.usage(body)
    failure = ProviderFailure(status, "", raw)
    assert failure.fault is not Fault.NONE
    assert isinstance(failure.is_quota, bool)
    next_wait(RetryPolicy(), failure, 1, 0)


@reader_cases
@given(st.lists(BODIES | st.just(b"[DONE]"), max_size=4), st.sampled_from([b"\n\n", b"\r\n\r\n"]), st.integers(1, 60))
def test_streams(events: list[bytes], end: bytes, size: int) -> None:
    stream = b"".join(b"data: " + event + end for event in events)[:100_000]
    for dialect in DIALECTS.values():
        assembler = dialect.assembler()
        parser = SseParser(assembler)
        for piece in _pieces(stream, max(size, len(stream) // 20)):
            parser.feed(piece)
        parser.end()
        dialect.reply(assembler.body()).model_dump_json()
        dialect.usage(assembler.body())


def _pieces(data: bytes, size: int) -> Iterator[bytes]:
    return (data[start : start + size] for start in range(0, len(data), size))


@reader_cases
@given(any_text)
def test_retry_headers_of_any_text(text: str) -> None:
    for name in ("retry-after", "retry-after-ms"):
        wait = retry_after_sec({name: text})
        assert wait is None or wait >= 0


@reader_cases
@given(st.sampled_from(list(Protocol)), st.lists(BODIES, min_size=1, max_size=2))
def test_logs_of_any_requests(log: Path, protocol: Protocol, bodies: list[bytes]) -> None:
    """The gateway can write every request that it admits, and all readers of the log can read it."""
    log.unlink(missing_ok=True)
    writer = WireLogWriter(log, Redactor(["a-secret-key"]))
    dialect = DIALECTS[protocol]
    number = 0
    for raw in bodies:
        try:
            body = read_object(raw)
        except ValueError:
            continue
        number += 1
        common: dict[str, Any] = {"id": number, "at": NOW}
        model = dialect.conversation(body, "m").model
        request = {"protocol": protocol, "path": "/", "model": model, "stream": False, "turn": True}
        writer.write_request(RequestStarted(**common, **request, body=body))
        ended = {"answerer": Answerer.PROVIDER, "status": 200, "seconds": 1}
        writer.write(RequestEnded(**common, **ended, usage=dialect.usage(body), reply=dialect.reply(body)))
    writer.close()

    assert read_outcome(log).totals.requests == number
    full_log = read_wire_log(log)
    assert len(full_log.exchanges) == number
    find_threads(full_log)
    if number:
        build_trajectory(full_log, AgentIdentity("a", "1")).model_dump_json()


@reader_cases
@given(st.lists(hostile_bytes(LINES), max_size=3))
def test_logs_of_any_bytes(log: Path, lines: list[bytes]) -> None:
    log.write_bytes(b"\n".join(lines))
    for read in (read_wire_log, read_outcome):
        try:
            read(log)
        except UserError as error:
            if not is_one_line(error):
                raise


def test_the_inputs_of_readers_are_hostile() -> None:
    """The generated inputs include those that once broke readers."""
    raw_inputs: list[bytes] = []

    @reader_cases
    @given(hostile_bytes(any_json(_KEYS, _WORDS.split())))
    def collect(raw: bytes) -> None:
        raw_inputs.append(raw)

    collect()
    for part in (b"[" * 300, b"\xed\xa0", b"NaN", b'"messages":[', b'"role":"user"', b"1" + b"0" * 400, b"\xff"):
        assert any(part in raw for raw in raw_inputs), part
    assert to_bytes({"a": [1, {"b": None}], "\ud800": "x"}) == b'{"a":[1,{"b":null}],"\xed\xa0\x80":"x"}'
