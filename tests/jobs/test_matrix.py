"""Command lines are expanded into trials."""

from __future__ import annotations

from datetime import date

import pytest
from tests.jobs.conftest import MakeTask

from headwater.errors import UserError
from headwater.jobs import Attacks, expand, other_harnesses, proof_trials
from headwater.records import PromptVariant
from headwater.tasks import read_task


def test_a_kind_of_solution_that_no_task_has_is_an_error_and_not_a_job_of_nothing(make_task: MakeTask) -> None:
    louder = {"alternatives/louder/alternative.toml": 'why = "It shouts."', "alternatives/louder/solve.sh": "echo YES"}
    plain, varied = read_task(make_task("plain")), read_task(make_task("varied", files=louder))
    arguments = (["nop", "alternative"], ["base"], [PromptVariant.BASELINE], 1)

    specs = expand([plain, varied], *arguments)

    assert [(spec.task, spec.agent) for spec in specs] == [
        ("tasks/plain", "nop"),
        ("tasks/varied", "nop"),
        ("tasks/varied", "alternative:louder"),
    ]
    with pytest.raises(UserError, match="--agent alternative: none of these tasks has any"):
        expand([plain], *arguments)


def test_an_alternative_for_a_harness_runs_only_with_that_harness(make_task: MakeTask) -> None:
    why = 'why = "It is built by dbt."\n'
    files = {
        "alternatives/by-dbt/alternative.toml": f'{why}harness = "classic-de"\n',
        "alternatives/by-dbt/solve.sh": "printf yes > done.txt",
    }
    task = read_task(make_task("varied", files=files))
    both = expand([task], ["nop", "alternative"], ["base", "classic-de"], [PromptVariant.BASELINE], 1)
    assert [(spec.agent, spec.harness) for spec in both] == [
        ("nop", "base"),
        ("nop", "classic-de"),
        ("alternative:by-dbt", "classic-de"),
    ]
    with pytest.raises(UserError, match="none of these tasks has any for this harness"):
        expand([task], ["alternative"], ["base"], [PromptVariant.BASELINE], 1)
    fix = "alternative:by-dbt on tasks/varied: it needs the tools of .* classic-de; run it with --harness classic-de"
    with pytest.raises(UserError, match=fix):
        expand([task], ["alternative:by-dbt"], ["base"], [PromptVariant.BASELINE], 1)

    on_base, on_classic = (
        proof_trials([task], attacks=Attacks.NONE, day=date(2026, 1, 31), harness=harness)[0]
        for harness in ("base", "classic-de")
    )
    assert "alternative:by-dbt" not in {trial.agent for trial in on_base}
    assert ("alternative:by-dbt", "classic-de") in {(trial.agent, trial.harness) for trial in on_classic}
    [with_both] = proof_trials([task], attacks=Attacks.NONE, day=date(2026, 1, 31), others=["classic-de"])
    assert [(trial.agent, trial.harness) for trial in with_both] == [
        ("oracle", "base"),
        ("nop", "base"),
        ("alternative:by-dbt", "classic-de"),
    ]
    assert other_harnesses([task], "base") == {"classic-de": 1}
    assert other_harnesses([task], "classic-de") == {}
