"""Valid ATIF for every protocol, from runs over real sockets."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import atif
import pytest
from tests.gateway.support import MODELS, Running, post, replaying, request_of, running, shell

from headwater.errors import UserError
from headwater.gateway import (
    Cassette,
    CassetteCall,
    FaultSpec,
    GatewaySettings,
    Limits,
    Protocol,
    RenamingToolMap,
    Replay,
    SubagentScript,
    Turn,
    Usage,
    cassette_of,
    read_wire_log,
)
from headwater.trajectories import AgentIdentity, ToolEvent, build_trajectory, read_trajectory, write_trajectory

USAGE = Usage(input=1200, cached=300, cache_write=200, output=80, reasoning=30)
AGENT = AgentIdentity("claude-code", "2.1.330", extra={"harness": "base"})
TURNS = (
    Turn(thinking="Look first.", text="Looking.", calls=(shell("ls"), shell("pwd")), usage=USAGE),
    Turn(text="", calls=(shell("cat x"),), usage=USAGE),
    Turn(text="Done.", usage=USAGE),
)


def anthropic_turn(body: dict[str, Any], answer: dict[str, Any], run: Callable[[str], str]) -> bool:
    body["messages"].append({"role": "assistant", "content": answer["content"]})
    results = [
        {"type": "tool_result", "tool_use_id": block["id"], "content": run(block["input"]["command"])}
        for block in answer["content"]
        if block["type"] == "tool_use"
    ]
    body["messages"].append({"role": "user", "content": results})
    return bool(results)


def chat_turn(body: dict[str, Any], answer: dict[str, Any], run: Callable[[str], str]) -> bool:
    message = answer["choices"][0]["message"]
    body["messages"].append(message)
    calls = message.get("tool_calls", [])
    for call in calls:
        content = run(json.loads(call["function"]["arguments"])["command"])
        body["messages"].append({"role": "tool", "tool_call_id": call["id"], "content": content})
    return bool(calls)


def responses_turn(body: dict[str, Any], answer: dict[str, Any], run: Callable[[str], str]) -> bool:
    if isinstance(body["input"], str):
        body["input"] = [{"role": "user", "content": body["input"]}]
    body["input"] += answer["output"]
    calls = [item for item in answer["output"] if item["type"] == "function_call"]
    for call in calls:
        output = run(json.loads(call["arguments"])["command"])
        body["input"].append({"type": "function_call_output", "call_id": call["call_id"], "output": output})
    return bool(calls)


def gemini_turn(body: dict[str, Any], answer: dict[str, Any], run: Callable[[str], str]) -> bool:
    content = answer["candidates"][0]["content"]
    body["contents"].append(content)
    calls = [part["functionCall"] for part in content["parts"] if "functionCall" in part]
    parts = [
        {"functionResponse": {"name": call["name"], "response": {"output": run(call["args"]["command"])}}}
        for call in calls
    ]
    body["contents"].append({"role": "user", "parts": parts})
    return bool(calls)


TURN_OF = {
    Protocol.ANTHROPIC: anthropic_turn,
    Protocol.CHAT: chat_turn,
    Protocol.RESPONSES: responses_turn,
    Protocol.GEMINI: gemini_turn,
}


def run_agent(gateway: Running, protocol: Protocol, task: str = "Do it.") -> dict[str, Any]:
    """Run a small agent that asks until the model calls no more tools, and return its last request."""
    path, body = request_of(protocol, task)
    while True:
        answer = post(gateway.url + path, body)
        if answer.status != 200:
            continue
        if not TURN_OF[protocol](body, answer.json(), lambda command: f"ran {command}"):
            return body


def agent_steps(trajectory: atif.Trajectory) -> list[atif.Step]:
    return [step for step in trajectory.steps if step.source == "agent"]


@pytest.mark.parametrize("protocol", list(Protocol))
def test_a_run(tmp_path: Path, protocol: Protocol) -> None:
    with running(replaying(tmp_path, *TURNS)) as gateway:
        run_agent(gateway, protocol)

    trajectory = build_trajectory(read_wire_log(gateway.wire_log), AGENT, session_id="trial-1")

    assert trajectory.schema_version == "ATIF-v1.8"
    assert [(step.source, step.message) for step in trajectory.steps] == [
        ("user", "Do it."),
        ("agent", "Looking."),
        ("agent", ""),
        ("agent", "Done."),
    ]
    first, second, last = agent_steps(trajectory)
    assert first.reasoning_content == "Look first."
    assert first.model_name == MODELS[protocol]
    assert [call.arguments for call in first.tool_calls or []] == [{"command": "ls"}, {"command": "pwd"}]
    for step, expected in ((first, ["ran ls", "ran pwd"]), (second, ["ran cat x"])):
        assert step.observation is not None
        assert [result.content for result in step.observation.results] == expected
        assert [result.source_call_id for result in step.observation.results] == [
            call.tool_call_id for call in step.tool_calls or []
        ]
    assert last.observation is None
    assert last.metrics is not None
    assert (last.metrics.prompt_tokens, last.metrics.cached_tokens, last.metrics.completion_tokens) == (1200, 300, 80)
    assert last.metrics.extra is not None
    assert last.metrics.extra["reasoning_tokens"] == 30
    assert last.metrics.extra["cache_write_tokens"] == (0 if protocol is Protocol.GEMINI else 200)
    assert last.extra is not None
    assert last.extra["price"]["source"].startswith("genai-prices")
    totals = trajectory.final_metrics
    assert totals is not None
    assert (totals.total_prompt_tokens, totals.total_completion_tokens) == (3600, 240)
    assert totals.total_cost_usd == pytest.approx(3 * float(last.metrics.cost_usd or 0))
    assert trajectory.agent.tool_definitions is not None
    assert trajectory.agent.tool_definitions[0]["function"]["name"] == "Bash"
    assert trajectory.extra is not None
    assert trajectory.extra["ending"] == "ok"
    write_trajectory(tmp_path / "t.json", trajectory)
    assert read_trajectory(tmp_path / "t.json") == trajectory


def test_calls_under_the_agents_own_ids_are_matched(tmp_path: Path) -> None:
    with running(replaying(tmp_path, *TURNS)) as gateway:
        path, body = request_of(Protocol.GEMINI, "Do it.")
        while gemini_turn(body, post(gateway.url + path, body).json(), lambda command: f"ran {command}"):
            for part in (part for content in body["contents"] for part in content["parts"] if "functionCall" in part):
                part["functionCall"].pop("id", None)

    trajectory = build_trajectory(read_wire_log(gateway.wire_log), AGENT)

    assert [step.source for step in trajectory.steps] == ["user", "agent", "agent", "agent"]
    observation = agent_steps(trajectory)[0].observation
    assert observation is not None
    assert [(one.source_call_id, one.content) for one in observation.results] == [
        ("call_main_1_1", "ran ls"),
        ("call_main_1_2", "ran pwd"),
    ]


def test_the_agents_log_has_the_times_of_its_tools(tmp_path: Path) -> None:
    with running(replaying(tmp_path, *TURNS)) as gateway:
        run_agent(gateway, Protocol.CHAT)
    start, end = (datetime(2026, 11, 20, 10, 0, second, tzinfo=UTC) for second in (1, 3))
    events = [ToolEvent("call_main_1_1", start, end, 2)]

    trajectory = build_trajectory(read_wire_log(gateway.wire_log), AGENT, tools=events)

    known, bounded = agent_steps(trajectory)[0].tool_calls or []
    assert known.extra == {"started_at": start.isoformat(), "ended_at": end.isoformat(), "exit_code": 2}
    assert bounded.extra is not None
    answered = agent_steps(trajectory)[0].timestamp
    assert bounded.extra["not_before"] == answered
    assert bounded.extra["not_after"] > answered


def test_a_subagent_and_a_title(tmp_path: Path) -> None:
    task = "Count the lines of all files."
    main = (
        Turn(text="I delegate.", calls=(CassetteCall.of_cli("Task", {"prompt": task}),), usage=USAGE),
        Turn(text="Done.", usage=USAGE),
    )
    script = SubagentScript(
        match=task, turns=(Turn(calls=(shell("wc -l *"),), usage=USAGE), Turn(text="42", usage=USAGE))
    )
    cassette = Cassette(turns=main, subagents=(script,), side=Turn(text="A title", usage=USAGE))
    settings = GatewaySettings(wire_log=tmp_path / "wire.jsonl", backend=Replay(cassette=cassette))
    with running(settings) as gateway:
        path, body = request_of(Protocol.ANTHROPIC, "Do it.")
        title, title_body = request_of(Protocol.ANTHROPIC, "A title for: Do it.", tools=False)
        answer = post(gateway.url + path, body).json()
        post(gateway.url + title, title_body)
        run_agent(gateway, Protocol.ANTHROPIC, f"reminder\n{task}")
        call = next(block for block in answer["content"] if block["type"] == "tool_use")
        result = {"type": "tool_result", "tool_use_id": call["id"], "content": "42 lines"}
        body["messages"] += [{"role": "assistant", "content": answer["content"]}, {"role": "user", "content": [result]}]
        post(gateway.url + path, body)
    log = read_wire_log(gateway.wire_log)

    trajectory = build_trajectory(log, AGENT)

    assert [step.message for step in agent_steps(trajectory)] == ["I delegate.", "Done."]
    observation = agent_steps(trajectory)[0].observation
    assert observation is not None
    assert observation.results[0].content == "42 lines"
    refs = observation.results[0].subagent_trajectory_ref
    assert refs is not None
    assert refs[0].trajectory_id == "subagent-1"
    embedded = {one.trajectory_id: one for one in trajectory.subagent_trajectories or []}
    assert set(embedded) == {"subagent-1", "side-1"}
    assert [step.message for step in agent_steps(embedded["subagent-1"])] == ["", "42"]
    assert [step.message for step in agent_steps(embedded["side-1"])] == ["A title"]
    assert trajectory.final_metrics is not None
    assert trajectory.final_metrics.total_prompt_tokens == 5 * 1200
    own = embedded["subagent-1"].final_metrics
    assert own is not None
    assert own.total_prompt_tokens == 2 * 1200

    recorded = cassette_of(log, RenamingToolMap({}))
    assert recorded.turns == main
    assert recorded.side.text == "A title"
    assert recorded.subagents == (script,)


@pytest.mark.parametrize("by_itself", [True, False], ids=["with tools", "aside"])
def test_a_compaction(tmp_path: Path, by_itself: bool) -> None:
    summary = "The files were listed; what is left is to read x and to say that all is done."
    turns = (TURNS[0], Turn(text=summary, usage=USAGE), *TURNS[1:]) if by_itself else TURNS
    cassette = Cassette(turns=turns, side=Turn(text=summary, usage=USAGE))
    settings = GatewaySettings(wire_log=tmp_path / "wire.jsonl", backend=Replay(cassette=cassette))
    with running(settings) as gateway:
        path, body = request_of(Protocol.CHAT, "Do it.")
        chat_turn(body, post(gateway.url + path, body).json(), lambda command: f"ran {command}")
        request = body | {"messages": [*body["messages"], {"role": "user", "content": "Summarize."}]}
        if not by_itself:
            request.pop("tools")
        assert post(gateway.url + path, request).json()["choices"][0]["message"]["content"] == summary
        body["messages"] = [{"role": "user", "content": f"So far: {summary}"}]
        answer = post(gateway.url + path, body).json()
        while chat_turn(body, answer, lambda command: f"ran {command}"):
            answer = post(gateway.url + path, body).json()

    log = read_wire_log(gateway.wire_log)
    trajectory = build_trajectory(log, AGENT)

    boundary = next(step for step in trajectory.steps if (step.extra or {}).get("context_management"))
    assert boundary.source == "system"
    assert boundary.observation is not None
    assert boundary.observation.results[0].content == f"So far: {summary}"
    after = trajectory.steps[boundary.step_id :]
    assert [(step.source, step.message) for step in after] == [("agent", ""), ("agent", "Done.")]
    assert [one.trajectory_id for one in trajectory.subagent_trajectories or []] == ([] if by_itself else ["side-1"])
    assert len(cassette_of(log, RenamingToolMap({})).turns) == len(turns)


def test_faults_limits_and_truncated_answers(tmp_path: Path) -> None:
    turns = (TURNS[0].model_copy(update={"fault": FaultSpec(status=529, times=2)}), *TURNS[1:])
    with running(replaying(tmp_path, *turns, limits=Limits(turns=1))) as gateway:
        run_agent(gateway, Protocol.ANTHROPIC)

    trajectory = build_trajectory(read_wire_log(gateway.wire_log), AGENT)

    assert trajectory.extra is not None
    assert [failed["status"] for failed in trajectory.extra["failed_requests"]] == [529, 529]
    assert trajectory.extra["ending"] == "limit"
    final = agent_steps(trajectory)[-1]
    assert final.llm_call_count == 0
    assert final.metrics is None
    assert "budget" in str(final.message)
    assert trajectory.final_metrics is not None
    assert trajectory.final_metrics.total_prompt_tokens == 1200


def test_an_agent_that_never_asked_a_model_is_judged(tmp_path: Path) -> None:
    with running(replaying(tmp_path, *TURNS)) as gateway:
        pass

    with pytest.raises(UserError, match="never asked a model"):
        build_trajectory(read_wire_log(gateway.wire_log), AGENT)


def test_a_log_that_a_kill_cut_anywhere_is_a_trajectory(tmp_path: Path) -> None:
    with running(replaying(tmp_path, *TURNS)) as gateway:
        run_agent(gateway, Protocol.RESPONSES)
    full_log = gateway.wire_log.read_bytes()
    ends = [number for number, byte in enumerate(full_log) if byte == 10]

    for end in ends:
        gateway.wire_log.write_bytes(full_log[: end + 1])
        log = read_wire_log(gateway.wire_log)
        if log.exchanges:
            assert len(build_trajectory(log, AGENT).steps) >= len(log.exchanges)


def test_a_file_that_is_not_a_trajectory_is_refused(tmp_path: Path) -> None:
    (tmp_path / "t.json").write_text('{"schema_version": "ATIF-v1.8", "agent": {"name": "x"}, "steps": []}')

    with pytest.raises(UserError, match=r"agent\.version"):
        read_trajectory(tmp_path / "t.json")
    with pytest.raises(UserError, match="No such file"):
        read_trajectory(tmp_path / "none.json")
