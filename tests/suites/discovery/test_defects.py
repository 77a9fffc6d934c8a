"""Lint of published tasks: every flaw is found, and a good task has none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.suites.discovery.small import ONE_FILE, TWO_FILES, row, write_tasks

from headwater.suites.discovery.communities import Communities
from headwater.suites.discovery.defects import Defect, Flaw, find_defects
from headwater.suites.discovery.reading import read_questions
from headwater.suites.discovery.targets import derive_targets

READ = "pd.read_csv('harbor_log/source/boats.csv')"
PASTED = "text = '''a,b\n" + "1,2\n" * 8 + "'''\n"


def defects(folder: Path, *rows: dict[str, Any], data: Path | None = None) -> tuple[Defect, ...]:
    questions = read_questions(write_tasks(folder, list(rows))).questions
    targets = {each.instance_id: derive_targets(each.reference_code) for each in questions}
    return find_defects(questions, targets, Communities(data) if data else None)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"reference_code": TWO_FILES},
        {"answer": "São Paulo; naïve"},
        {"answer": "Decreases", "answer_guidelines": "A description of the trend ('Increases' or 'Decreases')."},
        {"reference_code": f"try:\n    a = {READ}\nexcept OSError:\n    a = pd.DataFrame()\nprint(a)"},
        {"reference_code": f"a = {READ}\nb = pd.DataFrame({{'x': a.x}})\nprint(b)"},
    ],
)
def test_a_good_task_has_no_defect(fields: dict[str, Any], tmp_path: Path) -> None:
    assert defects(tmp_path, row(0, **fields)) == ()


@pytest.mark.parametrize(
    ("fields", "flaws"),
    [
        ({"answer": "The count must be an integer"}, [Flaw.NO_ANSWER]),
        ({"answer": "A table " + "of rows " * 20}, [Flaw.NO_ANSWER]),
        ({"answer": "12 这部分"}, [Flaw.EDITORS_NOTE]),
        ({"question": "How many? 选择题"}, [Flaw.EDITORS_NOTE]),
        ({"answer": "It grows", "answer_guidelines": "An explanation of the trend."}, [Flaw.FREE_TEXT]),
        ({"reference_code": "print(1"}, [Flaw.INVALID_CODE]),
        ({"reference_code": "print(0.5 * 2)"}, [Flaw.NO_FILE]),
        ({"reference_code": f"a = {READ}\nprint('38%')"}, [Flaw.NO_DATA_SHOWN]),
        ({"reference_code": "print(pd.read_csv('boats.csv'))"}, [Flaw.UNKNOWN_FILES]),
        ({"reference_code": f"a = {READ}\nb = pd.read_csv('x/b.csv')\nprint(a)"}, [Flaw.UNUSED_FILE]),
        ({"reference_code": f"print({READ}, sns.load_dataset('tips'))"}, [Flaw.REMOTE_DATA]),
        ({"reference_code": f"{PASTED}print(pd.read_csv(io.StringIO(text)))"}, [Flaw.NO_FILE, Flaw.PASTED_DATA]),
        ({"reference_code": "print(pd.DataFrame({'x': [1, 2]}))"}, [Flaw.NO_FILE, Flaw.MADE_UP_DATA]),
        (
            {"reference_code": f"try:\n    a = {READ}\nexcept OSError:\n    a = pd.DataFrame({{'x': [1]}})\nprint(a)"},
            [Flaw.MADE_UP_DATA],
        ),
        (
            {
                "reference_code": f"if os.path.exists(p):\n    a = {READ}\nelse:\n"
                "    a = np.random.normal(size=9)\nprint(a)"
            },
            [Flaw.MADE_UP_DATA],
        ),
    ],
)
def test_a_flaw_is_found(fields: dict[str, Any], flaws: list[Flaw], tmp_path: Path) -> None:
    found = defects(tmp_path, row(7, **fields))
    assert [each.flaw for each in found] == flaws
    assert {each.instance_id for each in found} == {7}


def test_a_repeated_question_names_the_first(tmp_path: Path) -> None:
    found = defects(tmp_path, row(0, question="Why?"), row(1, question="Why?", answer="13"), row(2, question="why? "))
    assert [(each.instance_id, each.what) for each in found] == [(2, "question and answer are those of 0")]


def test_only_a_missing_answer_makes_a_task_unusable(tmp_path: Path) -> None:
    found = defects(tmp_path, row(0, answer="It should be a list"), row(1, reference_code="print(1)"))
    assert {each.instance_id: each.is_unusable for each in found} == {0: True, 1: False}


def test_files_that_an_unpacked_community_lacks_are_found(tmp_path: Path) -> None:
    data = tmp_path / "data"
    for file in ("Harbor-Log/source/boats.csv", "port_list/other.csv"):
        path = data / "community_01/full_community" / file
        path.parent.mkdir(parents=True)
        path.touch()
    rows = (row(0, reference_code=ONE_FILE), row(1, reference_code=TWO_FILES))
    found = defects(tmp_path, *rows, row(2, release_community="community_09"), data=data)
    assert [(each.instance_id, each.flaw, each.what) for each in found] == [
        (1, Flaw.ABSENT_FILE, "the community has no port_list/ports.csv")
    ]
