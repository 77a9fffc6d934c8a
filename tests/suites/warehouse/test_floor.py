"""What agents without a model find in tasks."""

from __future__ import annotations

import json
from pathlib import Path

from headwater.suites.warehouse.breaks import sightings
from headwater.suites.warehouse.breaks._floor import sighting

JOINED = "select a.x\nfrom {{ ref('a') }} as a\nleft join {{ ref('b') }} as b on a.k = b.k\n"
CLEAN = {f"models/{name}.sql": JOINED for name in ("one", "two", "three", "four")}
ODD = JOINED.replace("left join", "inner join")
PROMPT = "The test of `four` fails."


def test_an_odd_token_is_found_and_restored() -> None:
    texts = CLEAN | {"models/four.sql": ODD}
    found = sighting("t", "easy", "odd-token", PROMPT, texts, {"models/four.sql": JOINED})
    assert (found.file_rank, found.line_rank, found.restores) == (1, 1, True)


def test_a_slip_in_the_named_file_is_found_by_grep() -> None:
    texts = CLEAN | {"models/four.sql": ODD}
    found = sighting("t", "easy", "grep", PROMPT, texts, {"models/four.sql": JOINED})
    assert (found.file_rank, found.line_rank, found.restores) == (1, 1, True)


def test_a_common_form_is_not_odd() -> None:
    common = {f"models/{name}.sql": ODD for name in ("five", "six", "seven", "eight")}
    texts = CLEAN | common | {"models/four.sql": ODD}
    found = sighting("t", "easy", "odd-token", PROMPT, texts, {"models/four.sql": JOINED})
    assert (found.file_rank, found.line_rank, found.restores) == (0, 0, False)


def test_a_proposal_in_the_right_file_need_not_be_the_solution() -> None:
    texts = CLEAN | {"models/four.sql": ODD}
    solution = {"models/four.sql": JOINED.replace("a.x", "a.x,\n    a.y").replace("left", "inner") + "where a.k > 1\n"}
    found = sighting("t", "easy", "odd-token", PROMPT, texts, solution)
    assert (found.file_rank, found.restores) == (1, False)


def test_all_tasks_of_an_index_are_read(tmp_path: Path) -> None:
    for name, text in (("workspace", ODD), ("solution/files", JOINED)):
        (tmp_path / "easy-1" / name / "models").mkdir(parents=True)
        (tmp_path / "easy-1" / name / "models" / "four.sql").write_text(text)
    (tmp_path / "easy-1" / "instruction.md").write_text(PROMPT)
    (tmp_path / "index.json").write_text(json.dumps({"tasks": [{"task": "easy-1", "difficulty": "easy"}]}))
    found = list(sightings(tmp_path, CLEAN))
    assert [(one.task, one.agent, one.restores) for one in found] == [
        ("easy-1", "grep", True),
        ("easy-1", "odd-token", True),
    ]
