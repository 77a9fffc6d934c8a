"""From a command line to trials."""

from __future__ import annotations

import pytest
from tests.jobs.conftest import MakeTask

from headwater.errors import UserError
from headwater.jobs import expand
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
