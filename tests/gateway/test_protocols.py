"""All four protocols, streamed or not: the providers' own clients accept the answers, and every token is counted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import anthropic
import openai
import pytest
from tests.gateway.support import MODELS, PROVIDERS, USAGE, Running, ask, forwarding, post, replaying, running, shell

from headwater.gateway import Protocol, ToolCall, Turn, Usage
from headwater.gateway._prices import price_of

REQUEST = "what is here?"
TURN = Turn(
    thinking="First I look at what there is.",
    text='Let me see: "naïve" 😀\nsecond line.',
    calls=(shell("ls -la 'with space' \"é\"\n"), shell("pwd")),
    usage=USAGE,
)


@pytest.fixture(scope="module")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A gateway that forwards to another one, which replays a cassette."""
    folder = tmp_path_factory.mktemp("chain")
    with (
        running(replaying(folder / "provider", TURN)) as behind,
        running(forwarding(folder / "gateway", behind.url)) as front,
    ):
        yield front


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize("protocol", list(Protocol))
def test_tokens_price_and_answer_equal_the_cassettes(chain: Running, protocol: Protocol, stream: bool) -> None:
    before = len(chain.exchanges())

    answer = ask(chain, protocol, REQUEST, stream=stream)

    assert answer.status == 200
    exchange = chain.exchanges()[before]
    response = exchange.response
    assert response is not None
    # Gemini has no cache writes.
    expected = USAGE.model_copy(update={"cache_write": 0}) if protocol is Protocol.GEMINI else USAGE
    assert response.usage == expected
    assert response.usage_is_final
    assert response.price is not None
    assert response.price == price_of(expected, MODELS[protocol], PROVIDERS[protocol], exchange.request.at)
    assert response.reply is not None
    assert response.reply.text == TURN.text
    assert response.reply.reasoning == TURN.thinking
    assert [(call.name, call.arguments) for call in response.reply.tool_calls] == [
        ("Bash", {"command": "ls -la 'with space' \"é\"\n"}),
        ("Bash", {"command": "pwd"}),
    ]
    assert (response.ttft_sec is not None) == stream
    assert exchange.request.turn


def test_anthropic_sdk(chain: Running) -> None:
    client = anthropic.Anthropic(base_url=chain.url, api_key="dummy", max_retries=0)
    query: dict[str, Any] = {
        "model": "claude-sonnet-4-6",
        "max_tokens": 500,
        "messages": [{"role": "user", "content": REQUEST}],
        "tools": [{"name": "Bash", "input_schema": {"type": "object"}}],
    }
    plain = client.messages.create(**query)
    with client.messages.stream(**query) as stream:
        streamed = stream.get_final_message()

    for answer in (plain, streamed):
        kinds = [block.type for block in answer.content]
        assert kinds == ["thinking", "text", "tool_use", "tool_use"]
        assert answer.stop_reason == "tool_use"
        assert answer.usage.input_tokens == 700  # cache reads and writes are not included
        assert answer.usage.cache_read_input_tokens == 300
        assert answer.usage.cache_creation_input_tokens == 200
        assert answer.usage.output_tokens == 80
    assert client.messages.count_tokens(model="claude-sonnet-4-6", messages=query["messages"]).input_tokens > 0
    assert client.models.retrieve("claude-sonnet-4-6").id == "claude-sonnet-4-6"


def test_openai_sdk_chat(chain: Running) -> None:
    client = openai.OpenAI(base_url=f"{chain.url}/v1", api_key="dummy", max_retries=0)
    query: dict[str, Any] = {
        "model": "gpt-5.5",
        "messages": [{"role": "user", "content": REQUEST}],
        "tools": [{"type": "function", "function": {"name": "Bash", "parameters": {}}}],
    }
    plain = client.chat.completions.create(**query)
    with client.chat.completions.stream(**query, stream_options={"include_usage": True}) as stream:
        streamed = stream.get_final_completion()

    for answer in (plain, streamed):
        assert answer.choices[0].message.content == TURN.text
        assert answer.choices[0].finish_reason == "tool_calls"
        calls = answer.choices[0].message.tool_calls or []
        assert [json.loads(call.function.arguments) for call in calls] == [call.arguments for call in TURN.calls]
        assert answer.usage is not None
        assert answer.usage.prompt_tokens == 1200  # cached tokens are included
        assert answer.usage.prompt_tokens_details.cached_tokens == 300
        assert answer.usage.completion_tokens_details.reasoning_tokens == 30


def test_only_the_gateway_sees_usage_in_a_chat_stream_unless_requested(chain: Running) -> None:
    before = len(chain.exchanges())

    answer = ask(chain, Protocol.CHAT, REQUEST, stream=True)

    assert b'"usage"' not in answer.body
    assert answer.body.endswith(b"data: [DONE]\n\n")
    response = chain.exchanges()[before].response
    assert response is not None
    assert response.usage == USAGE


def test_openai_sdk_responses(chain: Running) -> None:
    client = openai.OpenAI(base_url=f"{chain.url}/v1", api_key="dummy", max_retries=0)
    query: dict[str, Any] = {
        "model": "gpt-5.5",
        "input": REQUEST,
        "tools": [{"type": "function", "name": "Bash", "parameters": {}, "strict": False}],
    }
    plain = client.responses.create(**query)
    with client.responses.stream(**query) as stream:
        streamed = stream.get_final_response()

    for answer in (plain, streamed):
        assert [item.type for item in answer.output] == ["reasoning", "message", "function_call", "function_call"]
        assert answer.output_text == TURN.text
        assert answer.usage is not None
        assert answer.usage.input_tokens == 1200
        assert answer.usage.input_tokens_details.cached_tokens == 300
        assert answer.usage.output_tokens_details.reasoning_tokens == 30


def test_gemini_counts_thoughts_separately_from_candidates(chain: Running) -> None:
    used = ask(chain, Protocol.GEMINI, REQUEST).json()["usageMetadata"]

    assert used["promptTokenCount"] == 1200
    assert used["cachedContentTokenCount"] == 300
    assert (used["candidatesTokenCount"], used["thoughtsTokenCount"]) == (50, 30)
    assert used["totalTokenCount"] == 1280


def test_gemini_stream_without_events_is_one_json_answer(chain: Running) -> None:
    before = len(chain.exchanges())
    body = {
        "contents": [{"role": "user", "parts": [{"text": REQUEST}]}],
        "tools": [{"functionDeclarations": [{"name": "Bash"}]}],
    }

    answer = post(f"{chain.url}/v1beta/models/gemini-2.5-pro:streamGenerateContent", body)

    assert answer.status == 200
    response = chain.exchanges()[before].response
    assert response is not None
    assert response.usage is not None


def test_reasoning_that_servers_count_separately_is_added() -> None:
    from headwater.gateway.protocols import DIALECTS

    used = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 35}
    body = {"usage": used | {"completion_tokens_details": {"reasoning_tokens": 20}}}

    assert DIALECTS[Protocol.CHAT].usage(body) == Usage(input=10, output=25, reasoning=20)


def test_freeform_tools_and_namespaces_of_responses() -> None:
    from headwater.gateway.protocols import DIALECTS, ScriptedAnswer

    calls = (
        ToolCall(id="c1", name="apply_patch", arguments="*** Begin Patch\n"),
        ToolCall(id="c2", name="sum", namespace="mcp__bench", arguments={"a": 1}),
    )
    dialect = DIALECTS[Protocol.RESPONSES]
    body = dialect.render(ScriptedAnswer("1", "gpt-5.5", "", "", calls, USAGE))

    assert body["output"][0]["type"] == "custom_tool_call"
    assert dialect.reply(body).tool_calls == calls
