"""A job ends in order when its budget is used up, and continues with a larger one; nothing is counted twice."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest
from tests.agents.cassettes import save
from tests.agents.small import greeting, task
from tests.commands import run_command

from headwater.errors import JobBudgetError, UserError
from headwater.jobs import JobFolder, Progress, expand, parse_rates
from headwater.jobs._job_budget import Accounted, JobBudget
from headwater.jobs._spending import Spending, Used
from headwater.records import JobOptions, Limits, PromptVariant, RateLimit, Totals, TrialSpec, Usage
from headwater.tasks import read_task
from headwater.trials import AgentEnded, ModelUsed

AGENT = "data-agent:claude-sonnet-4-6"
TURNS = 3  # from the cassette


def used(run_: str, tokens: int, usd: str = "0", *, of_agent: bool = True) -> ModelUsed:
    totals = Totals(usage=Usage(input=tokens), priced_usd=Decimal(usd), requests=1)
    return ModelUsed(totals, totals, run_, of_agent)


@pytest.fixture
def specs(tmp_path: Path) -> tuple[TrialSpec, ...]:
    small_task = read_task(task(tmp_path / "small", "greet").folder)
    return expand([small_task], [AGENT, "nop"], ["base"], [PromptVariant.BASELINE], 3)


def budget_of(folder: Path, specs: tuple[TrialSpec, ...], job: Limits, trial: Limits) -> tuple[JobBudget, Accounted]:
    spending = Spending(folder)
    paid = {spec.id for spec in specs if spec.agent == AGENT}
    budget = JobBudget(JobOptions(job_limits=job, limits=trial), spending, paid, folder)
    return budget, Accounted(Progress(), spending, budget)


def test_a_later_line_of_a_run_replaces_an_earlier_one(tmp_path: Path, specs: tuple[TrialSpec, ...]) -> None:
    spending = Spending(tmp_path)
    for event in (used("a", 10, "0.1"), used("a", 30, "0.3"), used("b", 5, "0.2"), used("p", 7, of_agent=False)):
        spending.note(specs[0], event)
    assert spending.total == Used(tokens=42, cost_usd=Decimal("0.5"), requests=3)
    assert spending.of_trial(specs[0].id) == Used(tokens=5, cost_usd=Decimal("0.2"), requests=1)
    with (tmp_path / "spending.jsonl").open("ab") as file:
        file.write(b'{"run": "c", "tok')  # a crash
    again = Spending(tmp_path)
    assert again.total == spending.total
    again.note(specs[0], used("b", 6, "0.2"))
    assert Spending(tmp_path).total.tokens == 43


def test_a_trial_begins_if_its_own_budget_fits(tmp_path: Path, specs: tuple[TrialSpec, ...]) -> None:
    paid, free = [spec for spec in specs if spec.agent == AGENT], next(s for s in specs if s.agent == "nop")
    budget, account = budget_of(tmp_path, specs, Limits(tokens=250), Limits(tokens=100))
    budget.begin(paid[0])
    assert budget.is_for(paid[1])
    budget.begin(paid[1])
    assert not budget.is_for(paid[2]), "50 of 250 would be left"
    assert budget.is_for(free)
    account.event(paid[0], used("a", 60))
    assert not budget.is_for(paid[2]), "what has been used and what may be are counted once"
    account.event(paid[0], used("a", 100))
    account.event(paid[1], used("b", 40))
    assert not budget.is_for(paid[2]), "110 are left, of which the other may use 60"
    account.event(paid[1], used("b", 80))
    budget.end(paid[0])
    account.event(paid[1], used("b", 200))
    budget.require_for_running()  # its own limit ends it
    budget.end(paid[1])
    with pytest.raises(JobBudgetError, match="used up: 300tok of 250tok"):
        budget.is_for(paid[2])


def test_a_trial_that_begins_again_has_its_whole_budget_again(tmp_path: Path, specs: tuple[TrialSpec, ...]) -> None:
    paid = [spec for spec in specs if spec.agent == AGENT]
    budget, account = budget_of(tmp_path, specs, Limits(tokens=250), Limits(tokens=100))
    budget.begin(paid[0])
    account.event(paid[0], used("a", 90))
    assert budget.is_for(paid[1]), "10 of the 160 that are left are reserved"
    account.event(paid[0], used("b", 1))
    assert not budget.is_for(paid[1]), "99 of the 159 that are left are reserved"
    budget.end(paid[0])
    assert budget.is_for(paid[1])
    account.event(paid[0], used("b", 61))
    with pytest.raises(JobBudgetError, match="nearly used up: 151tok of 250tok, and the next trial may use 100tok"):
        budget.is_for(paid[1])


def test_without_budgets_of_trials_those_with_open_requests_are_ended(
    tmp_path: Path, specs: tuple[TrialSpec, ...]
) -> None:
    paid = [spec for spec in specs if spec.agent == AGENT]
    budget, account = budget_of(tmp_path, specs, Limits(cost_usd=Decimal(2)), Limits(tokens=100))
    for spec in specs:
        budget.begin(spec)
    account.event(paid[0], used("a", 1, "2.5"))
    with pytest.raises(JobBudgetError, match=r"the budget of the job is used up: 2\.5usd of 2usd; `headwater resume"):
        budget.require_for_running()
    assert budget.unfinished() == {spec.id for spec in paid}, "whoever asks, or will ask"
    account.event(paid[0], AgentEnded(0))
    assert budget.unfinished() == {spec.id for spec in paid[1:]}
    budget.require_for_running()  # it is graded, and makes no further request
    for spec in specs:
        budget.end(spec)
    with pytest.raises(JobBudgetError):
        budget.is_for(paid[1])


@pytest.mark.minutes
def test_a_job_ends_at_its_budget_and_resume_completes_it(tmp_path: Path, user_env: dict[str, str]) -> None:
    task(tmp_path / "small", "greet")
    save(tmp_path / "cassettes", greeting(), "greet")
    options = ["--replay", "cassettes", "--budget", f"{TURNS}turns", "--jobs", "2"]
    arguments = ["small/greet", "--agent", AGENT, "--repeat", "3", *options, "--rate", "100requests"]
    completed = run_command(["run", *arguments, "--job-budget", "7turns", "--out", "job", "--json"], tmp_path, user_env)
    assert completed.returncode == 2, completed.stderr
    assert [row["turns"] for row in json.loads(completed.stdout)] == [TURNS, TURNS]
    line = completed.stderr.strip().splitlines()[-1]
    assert "the budget of the job is nearly used up: 6turns of 7turns, and the next trial may use 3turns" in line

    same = run_command(["resume", "job"], tmp_path, user_env)
    assert (same.returncode, "nearly used up: 6turns of 7turns" in same.stderr) == (2, True)
    more = run_command(["resume", "job", "--job-budget", "9turns", "--json"], tmp_path, user_env)
    assert more.returncode == 0, more.stderr
    job = JobFolder(tmp_path / "job")
    assert [trial.record.model.totals.turns for trial in job.finished() if trial.record.model] == [TURNS] * 3
    assert Spending(job.folder).total.turns == 3 * TURNS
    assert job.config().job_limits == Limits(turns=9)


def test_impossible_input_is_one_line(tmp_path: Path, user_env: dict[str, str]) -> None:
    task(tmp_path / "small", "greet")
    save(tmp_path / "cassettes", greeting(), "greet")
    common = ["run", "small/greet", "--agent", AGENT, "--replay", "cassettes"]
    completed = run_command([*common, "--budget", "5usd", "--job-budget", "2usd"], tmp_path, user_env)
    assert (completed.returncode, completed.stderr.count("\n")) == (2, 1)
    assert "--job-budget 2usd: is less than the budget of one trial, 5usd" in completed.stderr


def test_rates_are_read_as_they_are_written() -> None:
    assert parse_rates(["50requests,400ktok", "openai:9requests"]) == (
        RateLimit(requests=50, tokens=400_000),
        RateLimit(provider="openai", requests=9),
    )
    for wrong in ("5usd", "3turns", ":5requests", "fast"):
        with pytest.raises(UserError, match=r"--rate .*write it like"):
            parse_rates([wrong])
    with pytest.raises(UserError, match="limits the same quantity as another"):
        parse_rates(["5requests", "6requests"])
