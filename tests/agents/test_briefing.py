"""The briefing states the environment, the budget and what persists, and does not mention grading."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest

from headwater.agents import Situation, brief
from headwater.records import Limits, PromptVariant
from headwater.suites import find_tasks
from headwater.tasks import Task

TASKS = find_tasks(["pipelines"])


def prompt(task: Task, limits: Limits | None = None) -> str:
    return brief(Situation(task, PromptVariant.BASELINE, limits or Limits()))


def test_the_variant_verify_asks_for_a_contract_and_its_verification() -> None:
    task = TASKS[0]
    baseline = task.instruction(PromptVariant.BASELINE).rstrip()
    text, plain = (brief(Situation(task, each)) for each in (PromptVariant.VERIFY, PromptVariant.BASELINE))
    added = text.removeprefix(baseline).removesuffix(plain.removeprefix(baseline))
    assert re.search(r"write down the contract.*Before you end, verify each part of that contract", added, re.DOTALL)


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.config.id)
def test_the_instruction_comes_first_and_the_rest_is_true(task: Task) -> None:
    text = prompt(task)
    own = text.removeprefix(task.instruction(PromptVariant.BASELINE).rstrip())
    assert own != text
    assert "/workspace" in own
    assert f"{task.config.agent.timeout_sec / 60:.0f} minutes, until the moment in $DEADLINE" in own
    assert ("$POSTGRES_URL" in own) == ("postgres" in task.config.services)
    assert ("$KAFKA_BOOTSTRAP_SERVERS" in own) == ("kafka" in task.config.services)
    if task.config.entrypoint:
        assert task.config.entrypoint.command in own
    if task.config.server:
        assert f"port {task.config.server.port}" in own


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.config.id)
def test_the_briefing_does_not_mention_grading(task: Task) -> None:
    own = prompt(task).removeprefix(task.instruction(PromptVariant.BASELINE).rstrip())
    message = re.findall(r"grad|check|gate|score|test|benchmark|eval|verif|headwater|solution", own, re.IGNORECASE)
    assert message == []


def test_services_of_the_tooling_are_described_separately() -> None:
    own = brief(Situation(TASKS[0], PromptVariant.BASELINE, services=["redis"]))
    assert "For your tools, these services run as well: Redis ($REDIS_URL, $REDIS_HOST" in own
    assert "For your tools" not in prompt(TASKS[0])


def test_the_briefing_contains_the_budget() -> None:
    text = prompt(TASKS[0], Limits(cost_usd=Decimal("2.5"), tokens=500_000, turns=40))
    assert "a budget of $2.5 and 500,000 tokens and 40 turns for the model" in text
    assert "budget" not in prompt(TASKS[0])
