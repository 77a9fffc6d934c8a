"""Only text that the starting state lacks can reveal a solution."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.leaks.planted import AFTER, BEFORE, LINE, write_task

from headwater.errors import UserError
from headwater.leaks import LeakMatch, Stream, changed_places, revealing, unexplained
from headwater.leaks._needles import Needle
from headwater.leaks._search import Search
from headwater.leaks._tokens import tokens_of
from headwater.tasks import read_task

BROKEN = "select order_id, amount\nfrom orders\nwhere expires_on > {{ as_of() }}\n"
RIGHT = BROKEN.replace("> {{", ">= {{")


def texts(needles: list[Needle]) -> list[str]:
    return [needle.text for needle in needles]


def found(needles: list[Needle], data: bytes) -> list[str]:
    return [hit.needle.text for hit in Search(needles).hits(data)]


def test_a_changed_operator_is_searched_with_enough_context() -> None:
    assert texts(changed_places("a", BROKEN, RIGHT, Stream([BROKEN]))) == ["where expires_on > = { { as_of"]
    # if other files contain that line, the needle includes the line before it
    other = "select id\nfrom lines\nwhere expires_on >= {{ as_of() }}\nand true\n"
    [needle] = changed_places("a", BROKEN, RIGHT, Stream([BROKEN, other]))
    assert "orders where expires_on > = { { as_of" in needle.text
    assert needle.tokens not in Stream([BROKEN, other])


def test_repeated_words_count_once() -> None:
    right = BROKEN.replace("amount", "true, false, false, false, false, false, amount")
    for needle in changed_places("a", BROKEN, right, Stream([BROKEN])):
        assert len({word for word in needle.tokens if word.isalpha()} - {"true", "false"}) > 0


@pytest.mark.parametrize(
    ("sequence", "has"),
    [
        ("where status in ('active', 'late')) and", True),
        ("where ((status in ('active', 'late')", True),
        ("where status in (('late', 'active'", False),
        ("(status in", True),
    ],
)
def test_brackets_can_be_left_out(sequence: str, has: bool) -> None:
    stream = Stream(["select 1 from a where (status in ('active', 'late')) and (b)", "status"])
    assert stream.has_without_brackets(tokens_of(sequence)) is has


def test_a_removed_line_is_searched_by_the_text_that_then_follows() -> None:
    broken = BROKEN.replace("from", "from extra_orders union all select 1, 2 from")
    [needle] = changed_places("a", broken, BROKEN, Stream([broken]))
    assert "amount from orders" in needle.text


def test_text_of_the_starting_state_is_not_a_leak() -> None:
    copied = f"{BEFORE}\n{LINE}\n"
    places = changed_places("load.py", BEFORE, AFTER, Stream([BEFORE, copied]))
    assert found(places, copied.encode()) == []
    assert found(places, AFTER.encode())  # the needle is found with its surroundings


def test_a_whole_part_of_the_solution_is_found_anywhere() -> None:
    part = "\n".join(f"total_{n} = sum(row.amount_{n} for row in rows)" for n in range(8))
    places = changed_places("load.py", BEFORE, f"{BEFORE}{part}\n", Stream([BEFORE, part]))
    assert any(needle.is_copy for needle in places)
    assert found(places, part.upper().encode())


@pytest.mark.parametrize(
    "text",
    [
        LINE.encode(),
        LINE.upper().replace(" ", "\n\t").encode(),
        f'{{"raw": "x\\n{LINE}\\ny"}}'.replace('"loaded_at"', '\\"loaded_at\\"').encode(),
        f"\0\0{chr(len(LINE))}{LINE}\0".encode(),
        b"\xff" * (8 << 20) + LINE.encode(),
        b" " * ((8 << 20) - 30) + LINE.encode(),
    ],
    ids=["as it is", "spread", "in JSON", "after its length", "far away", "across chunks"],
)
def test_it_is_found_whatever_is_around_it(text: bytes) -> None:
    assert found(changed_places("load.py", BEFORE, AFTER, Stream([BEFORE])), text)


def test_half_of_a_long_line_is_enough() -> None:
    long = "rate = lookup(rates, currency=order.currency, on=order.day) or previous(rates, order.currency, order.day)"
    places = changed_places("load.py", BEFORE, f"{BEFORE}{long}", Stream([BEFORE]))
    assert found(places, f"+ {long[7:75]}".encode())


@pytest.mark.parametrize(
    "text",
    [
        LINE.replace("by=", "on=").replace("days=3", "days=30"),
        LINE.replace("keep", "not_keep").replace("within", "until"),
        "keep_latest",
    ],
)
def test_similar_texts_are_not_findings(text: str) -> None:
    assert found(changed_places("load.py", BEFORE, AFTER, Stream([BEFORE])), text.encode()) == []


def test_a_task_lists_what_reveals_it_and_what_does_not(tmp_path: Path) -> None:
    leaks = """
[leaks]
reveals = ["north-pole depot"]
allow = [
  {pattern = 'notes\\.txt', why = "The notes tell of the depot on purpose."},
  {pattern = 'elsewhere', why = "Nothing is there."},
]
"""
    task = read_task(write_task(tmp_path / "task", toml=leaks))
    needles = list(revealing(task, tmp_path).needles)
    assert found(needles, b"the North-Pole  Depot") == ["north - pole depot"]
    matches = [LeakMatch("/workspace/notes.txt", "what", 3), LeakMatch("/workspace/other.txt", "what", 3)]
    assert list(unexplained(task, matches)) == [
        "a trial can read /workspace/other.txt, byte 3: what",
        "task.toml: leaks.allow: nothing that was found matches 'elsewhere'; remove it",
    ]


def test_an_alternative_reveals_as_much_as_the_solution(tmp_path: Path) -> None:
    folder = write_task(tmp_path / "task")
    other = "latest = orders.group_by(order_id).agg(pick_last(loaded_at))"
    alternative = {
        "alternative.toml": 'why = "It groups in the data frame instead of the database."\n',
        "solve.sh": "cp /alternative/load.py .\n",
        "load.py": f"{BEFORE}{other}\n",
    }
    for name, text in alternative.items():
        path = folder / "alternatives/groups-in-a-data-frame" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    needles = list(revealing(read_task(folder), tmp_path).needles)
    assert found(needles, other.encode())
    assert found(needles, b"see groups-in-a-data-frame") == ["groups - in - a - data - frame"]
    assert found(needles, b"It groups in the data frame instead of the database.") == []


def test_invalid_patterns_and_missing_reasons_are_errors(tmp_path: Path) -> None:
    bad = '\n[leaks]\nallow = [{pattern = "(", why = "x"}, {pattern = "x", why = " "}]\n'
    with pytest.raises(UserError, match=r"task.toml: leaks.allow.0.pattern: '\(' is not valid.*leaks.allow.1.why"):
        read_task(write_task(tmp_path / "task", toml=bad))
