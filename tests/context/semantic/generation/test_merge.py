"""Three versions of a layer are merged without losing any edit made by people."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.context.semantic.generation._merge import merge

LINES = st.lists(st.sampled_from(["a", "b", "c", "d", "e"]), max_size=7)


def text(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


@given(LINES, LINES)
@settings(max_examples=200, derandomize=True, database=None)
def test_a_change_on_only_one_side_is_taken(base: list[str], changed: list[str]) -> None:
    assert merge(text(base), text(base), text(changed)).text == text(changed)
    assert merge(text(base), text(changed), text(base)).text.strip() == text(changed).strip()
    assert merge(text(base), text(changed), text(changed)).text.strip() == text(changed).strip()


@given(LINES, st.data(), LINES)
@settings(max_examples=200, derandomize=True, database=None)
def test_no_line_of_people_s_is_lost(base: list[str], data: st.DataObject, new: list[str]) -> None:
    at = data.draw(st.integers(0, len(base)))
    edited = [*base[:at], "mine", *base[at:]]
    assert "mine" in merge(text(base), text(edited), text(new)).text.splitlines()


def test_changes_in_different_places_both_hold() -> None:
    merged = merge("a\nb\nc\n", "a\nB\nc\n", "a\nb\nc\nd\n")
    assert (merged.text, merged.not_taken) == ("a\nB\nc\nd\n", ())


def test_conflicting_changes_keep_those_of_people_and_are_reported() -> None:
    merged = merge("a\nb\nc\n", "a\nmine\nc\n", "a\nours\nc\n")
    assert (merged.text, merged.not_taken) == ("a\nmine\nc\n", ("ours",))
