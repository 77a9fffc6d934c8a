from __future__ import annotations

from pathlib import Path

import pytest

from headwater.errors import UserError
from headwater.suites.warehouse.base import PROJECT
from headwater.suites.warehouse.breaks._symptoms import SYMPTOMS, read_symptoms


def test_symptoms_are_read_by_the_names_of_tests(tmp_path: Path) -> None:
    (tmp_path / "shop.yml").write_text("a_test: {symptom: Too much., business: Odd.}\n")
    assert read_symptoms(tmp_path)["a_test"].business == "Odd."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a_test: {symptom: Too much.}\n", "shop.yml: a_test.business: Field required"),
        ("a_test: [\n", "shop.yml: not YAML"),
        ("b_test: {symptom: Too much., business: Odd.}\n", "shop.yml: b_test is described in another file as well"),
    ],
)
def test_malformed_symptoms_are_reported_with_their_place(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "a.yml").write_text("b_test: {symptom: Too little., business: Odd.}\n")
    (tmp_path / "shop.yml").write_text(text)
    with pytest.raises(UserError, match=message):
        read_symptoms(tmp_path)


def test_no_symptom_is_in_the_project_of_agents() -> None:
    texts = [path.read_text() for path in PROJECT.rglob("*") if path.suffix in (".yml", ".sql", ".md", ".csv")]
    everything = " ".join(" ".join(text.split()) for text in texts)
    texts_of_reports = [text for each in read_symptoms(SYMPTOMS).values() for text in (each.symptom, each.business)]
    assert len(texts_of_reports) > 2000
    assert [text for text in texts_of_reports if text in everything] == []
