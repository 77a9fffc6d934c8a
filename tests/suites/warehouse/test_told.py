from __future__ import annotations

from pathlib import Path

import pytest

from headwater.errors import UserError
from headwater.suites.warehouse.base import PROJECT
from headwater.suites.warehouse.breaks._told import TOLD, read_told


def test_what_is_told_is_by_the_names_of_tests(tmp_path: Path) -> None:
    (tmp_path / "shop.yml").write_text("a_test: {symptom: Too much., business: Odd.}\n")
    assert read_told(tmp_path)["a_test"].business == "Odd."


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a_test: {symptom: Too much.}\n", "shop.yml: a_test.business: Field required"),
        ("a_test: [\n", "shop.yml: not YAML"),
        ("b_test: {symptom: Too much., business: Odd.}\n", "shop.yml: b_test is told in another file, too"),
    ],
)
def test_what_is_malformed_says_where(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "a.yml").write_text("b_test: {symptom: Too little., business: Odd.}\n")
    (tmp_path / "shop.yml").write_text(text)
    with pytest.raises(UserError, match=says):
        read_told(tmp_path)


def test_no_prompt_stands_in_the_project_that_agents_get() -> None:
    texts = [path.read_text() for path in PROJECT.rglob("*") if path.suffix in (".yml", ".sql", ".md", ".csv")]
    everything = " ".join(" ".join(text.split()) for text in texts)
    told = [text for each in read_told(TOLD).values() for text in (each.symptom, each.business)]
    assert len(told) > 2000
    assert [text for text in told if text in everything] == []
