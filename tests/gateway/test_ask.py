"""Headwater itself asks a model, through a real gateway."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
from tests.gateway.support import MODELS, USAGE, replaying

from headwater.errors import CancelledError, GatewayError
from headwater.gateway import ChatMessage, FaultSpec, Protocol, Role, Turn, ask, open_gateway, read_outcome
from headwater.records.usage import Limits

CONVERSATION = [
    ChatMessage(role=Role.SYSTEM, text="Be brief."),
    ChatMessage(role=Role.USER, text="Hello."),
    ChatMessage(role=Role.ASSISTANT, text="Hello!"),
    ChatMessage(role=Role.USER, text="Who are you?"),
]


@pytest.mark.parametrize("protocol", Protocol)
def test_an_answer_is_metered_until_a_limit_is_reached(protocol: Protocol, tmp_path: Path) -> None:
    settings = replaying(tmp_path, Turn(text="A model.", usage=USAGE), limits=Limits(requests=1))
    with open_gateway(settings) as gateway:
        reply = ask(gateway.socket, protocol, MODELS[protocol], CONVERSATION)
        again = ask(gateway.socket, protocol, MODELS[protocol], CONVERSATION)
    assert reply is not None
    assert reply.text == "ok"  # a request without tools gets the cassette's text for side conversations
    assert again is None
    assert read_outcome(settings.wire_log).totals.requests == 1


def test_a_refusal_is_named(tmp_path: Path) -> None:
    settings = replaying(tmp_path, Turn(text="A model."), models=("another",))
    with (
        open_gateway(settings) as gateway,
        pytest.raises(GatewayError, match="404: this run has no model 'claude-sonnet-4-6'"),
    ):
        ask(gateway.socket, Protocol.ANTHROPIC, "claude-sonnet-4-6", CONVERSATION)


def test_a_wait_can_be_cancelled(tmp_path: Path) -> None:
    settings = replaying(tmp_path, Turn(text="Late.", delay_sec=600))
    slow = settings.model_copy(update={"backend": settings.backend.model_copy(update={"text_agent": True})})
    cancel = threading.Event()
    threading.Timer(0.5, cancel.set).start()
    began = time.monotonic()
    with pytest.raises(CancelledError), open_gateway(slow) as gateway:
        ask(gateway.socket, Protocol.CHAT, "gpt-5.5", CONVERSATION, cancel)
    assert time.monotonic() - began < 60


def test_an_outage_of_the_provider_is_an_error(tmp_path: Path) -> None:
    settings = replaying(tmp_path, Turn(text="x", fault=FaultSpec(status=503, times="always")))
    broken = settings.model_copy(update={"backend": settings.backend.model_copy(update={"text_agent": True})})
    with open_gateway(broken) as gateway, pytest.raises(GatewayError, match="503: scripted fault"):
        ask(gateway.socket, Protocol.RESPONSES, "gpt-5.5", CONVERSATION)
