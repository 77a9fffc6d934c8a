from __future__ import annotations

from pathlib import Path

import pytest

from headwater.errors import UserError
from headwater.records import Gate
from headwater.tasks import CheckName, check_functions, read_task

from .conftest import CHECKS, put


def test_checks_are_found_with_either_form_of_the_decorator(folder: Path) -> None:
    assert check_functions(read_task(folder)) == (
        CheckName("table_exists", Gate.FUNCTIONAL, "The table exists.", "checks.py", 8),
        CheckName("survives", Gate.ROBUST, "A second run changes nothing.", "checks.py", 17),
    )


def test_a_check_without_a_docstring_has_an_empty_one(folder: Path) -> None:
    put(folder, "checks.py", "@correct\ndef right(graded): ...\n")

    assert check_functions(read_task(folder)) == (CheckName("right", Gate.CORRECT, "", "checks.py", 2),)


@pytest.mark.parametrize(
    "more",
    ["\n@correct\ndef survives(graded): ...\n", "\n@correct\n@production\ndef other(graded): ...\n"],
)
def test_a_check_has_one_gate_and_a_unique_name(folder: Path, more: str) -> None:
    put(folder, "checks.py", CHECKS + more)

    with pytest.raises(UserError, match=r"checks\.py:\d+: check '(survives|other)' is already on line \d+ of checks"):
        check_functions(read_task(folder))


def test_checks_of_helpers_count_if_a_star_imports_them(folder: Path) -> None:
    put(folder, "_right.py", "@correct\ndef right(graded): ...\n")
    put(folder, "_other.py", "@correct\ndef other(graded): ...\n")
    put(folder, "checks.py", "from _other import other\nfrom _right import *\n\n@correct\ndef last(graded): ...\n")

    assert check_functions(read_task(folder)) == (
        CheckName("right", Gate.CORRECT, "", "_right.py", 2),
        CheckName("last", Gate.CORRECT, "", "checks.py", 5),
    )


def test_a_name_is_a_checks_own_among_all_files(folder: Path) -> None:
    put(folder, "_right.py", "@correct\ndef right(graded): ...\n")
    put(folder, "checks.py", "from _right import *\n\n@robust\ndef right(graded): ...\n")

    with pytest.raises(UserError, match=r"checks\.py:4: check 'right' is already on line 2 of _right\.py"):
        check_functions(read_task(folder))


@pytest.mark.parametrize("decorator", ["correct", "grading.correct"])
def test_a_check_can_name_the_place_of_its_demand(folder: Path, decorator: str) -> None:
    put(folder, "checks.py", f"@{decorator}(demand='docs/orders.md#keys')\ndef right(graded): ...\n")

    (check,) = check_functions(read_task(folder))
    assert (check.gate, check.demand) == (Gate.CORRECT, "docs/orders.md#keys")


def test_a_demand_that_is_computed_is_refused(folder: Path) -> None:
    put(folder, "checks.py", "PLACE = 'prompt'\n\n@correct(demand=PLACE)\ndef right(graded): ...\n")

    fault = r"checks\.py:4: the decorator of check 'right' has a demand that is not a string literal"
    with pytest.raises(UserError, match=fault):
        check_functions(read_task(folder))


@pytest.mark.parametrize("arguments", ["required=True", "demand='prompt', required=True"])
def test_a_check_can_be_required(folder: Path, arguments: str) -> None:
    put(folder, "checks.py", f"@correct({arguments})\ndef right(graded): ...\n\n@correct\ndef other(graded): ...\n")

    assert [check.required for check in check_functions(read_task(folder))] == [True, False]


@pytest.mark.parametrize(
    ("argument", "fault"),
    [
        ("required='yes'", "has a `required` that is neither True nor False"),
        ("weight=2", "has an unknown argument 'weight'"),
    ],
)
def test_other_arguments_are_refused(folder: Path, argument: str, fault: str) -> None:
    put(folder, "checks.py", f"@correct({argument})\ndef right(graded): ...\n")

    with pytest.raises(UserError, match=fault):
        check_functions(read_task(folder))
