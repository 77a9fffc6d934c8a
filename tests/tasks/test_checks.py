from __future__ import annotations

from pathlib import Path

import pytest

from headwater.errors import UserError
from headwater.records import Gate
from headwater.tasks import CheckName, check_functions, read_task

from .conftest import CHECKS, put


def test_checks_are_found_with_either_form_of_the_decorator(folder: Path) -> None:
    assert check_functions(read_task(folder)) == (
        CheckName("table_exists", Gate.FUNCTIONAL, "The table exists.", 8),
        CheckName("survives", Gate.ROBUST, "A second run changes nothing.", 17),
    )


def test_a_check_without_a_docstring_has_an_empty_one(folder: Path) -> None:
    put(folder, "checks.py", "@correct\ndef right(graded): ...\n")

    assert check_functions(read_task(folder)) == (CheckName("right", Gate.CORRECT, "", 2),)


@pytest.mark.parametrize(
    "more",
    ["\n@correct\ndef survives(graded): ...\n", "\n@correct\n@production\ndef other(graded): ...\n"],
)
def test_a_check_has_one_gate_and_a_name_of_its_own(folder: Path, more: str) -> None:
    put(folder, "checks.py", CHECKS + more)

    with pytest.raises(UserError, match=r"checks\.py:\d+: check '(survives|other)' is already on line \d+"):
        check_functions(read_task(folder))
