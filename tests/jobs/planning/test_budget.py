"""The budget of a plan makes the same decisions as that of a job."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from headwater.errors import JobBudgetError
from headwater.jobs import Progress
from headwater.jobs._job_budget import Accounted, JobBudget
from headwater.jobs._spending import Spending
from headwater.jobs.planning._budget import Budget
from headwater.records import JobOptions, Limits, PromptVariant, Totals, TrialSpec, Usage
from headwater.trials import ModelUsed

SPECS = [
    TrialSpec(task="s/t", agent=f"cmd:{number}", harness="base", prompt=PromptVariant.BASELINE, repeat=1)
    for number in range(8)
]
STEPS = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 60)), max_size=20)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(steps=STEPS, own=st.sampled_from([None, 100]))
def test_trials_begin_and_end_as_in_a_job(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[int, int]], own: int | None
) -> None:
    folder: Path = tmp_path_factory.mktemp("job")
    limits, trial = Limits(tokens=250), Limits(tokens=own)
    spending = Spending(folder)
    paid = {spec.id for spec in SPECS}
    real = JobBudget(JobOptions(job_limits=limits, limits=trial), spending, paid, folder)
    account = Accounted(Progress(), spending, real)
    planned = Budget(limits, trial)
    running: dict[int, int] = {}
    over: set[int] = set()
    for number, tokens in steps:
        if number in over:
            continue
        if number not in running:
            assert planned.is_for_one_more() == _is_for(real, number)
            planned.begin(number)
            real.begin(SPECS[number])
            running[number] = 0
        elif tokens == 0:
            planned.end(number)
            real.end(SPECS[number])
            del running[number]
            over.add(number)
        else:
            running[number] += tokens
            totals = Totals(usage=Usage(input=running[number]), priced_usd=Decimal(0), requests=1)
            account.event(SPECS[number], ModelUsed(totals, totals, f"run {number}"))
            planned.use(number, (0, tokens, 0, 0))
            assert planned.is_used_up() == _is_over(real)


def _is_for(real: JobBudget, number: int) -> bool:
    try:
        return real.is_for(SPECS[number])
    except JobBudgetError:
        return False


def _is_over(real: JobBudget) -> bool:
    try:
        real.require_for_running()
    except JobBudgetError:
        return True
    return False
