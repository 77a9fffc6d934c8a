"""Written breaks with a scope are not revealed by their form or by a comment."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from headwater.suites.warehouse._workspace import project_texts
from headwater.suites.warehouse.base import PROJECT
from headwater.suites.warehouse.breaks import Break, Edit, Operator, read_breaks
from headwater.suites.warehouse.breaks._odd import CleanCode

MODEL = "select a.x\nfrom a\nleft join b on a.k = b.k\nwhere a.day >= date '2025-01-01'\n"
TEXTS = {f"models/m{number}.sql": MODEL for number in range(4)} | {
    f"models/n{number}.sql": MODEL.replace("left", "inner").replace("a.day", "c.began_on") for number in range(3)
}


def broken(find: str, replace: str, texts: Mapping[str, str] = TEXTS) -> tuple[CleanCode, Break]:
    edits = (Edit(file="models/m0.sql", find=find, replace=replace),)
    one = Break(id="a", domain="shop", operator=Operator.UNIT, title="t", why="w", edits=edits)
    return CleanCode(texts), one


def test_a_form_that_occurs_elsewhere_is_not_odd() -> None:
    clean, one = broken("left join", "inner join")
    assert clean.odd_forms(one) == []


def test_a_form_that_occurs_nowhere_else_is_odd() -> None:
    clean, one = broken(">=", ">")
    assert clean.odd_forms(one) == ["> date '2025-01-01'", "_ > date", "where _ >"]


def test_a_form_has_to_occur_in_three_places() -> None:
    texts = {file: text for file, text in TEXTS.items() if file != "models/n0.sql"}
    clean, one = broken("left join", "inner join", texts)
    assert clean.odd_forms(one) != []


def test_names_of_columns_are_not_compared_and_texts_are() -> None:
    clean, one = broken("a.day", "a.other_day")
    assert clean.odd_forms(one) == []
    clean, one = broken("2025-01-01", "2025-01-02")
    assert clean.odd_forms(one) == [">= date '2025-01-02'"]


def test_a_comment_must_not_name_what_the_break_changes() -> None:
    texts = TEXTS | {"models/m0.sql": "-- from that day on, not after 2025\n" + MODEL}
    clean, one = broken("a.day", "a.other", texts)
    assert clean.revealing_comments(one) == ["models/m0.sql: -- from that day on, not after 2025"]
    clean, one = broken("b.k", "b.key", texts)
    assert clean.revealing_comments(one) == []


def test_a_break_hides_if_neither_its_form_nor_a_comment_gives_it_away() -> None:
    clean, one = broken("left join", "inner join")
    assert clean.hides(one)
    clean, one = broken(">=", ">")
    assert not clean.hides(one)
    clean, one = broken("a.day", "a.other", TEXTS | {"models/m0.sql": "-- from that day on\n" + MODEL})
    assert not clean.hides(one)


METRIC = "kind: metric\nname: m\ntype: simple\ndataset: d\nmeasure: x\nfilter: state <> 'new'\nowner: o\n"
METRICS = {f"bi/shop/metrics/m{number}.yml": METRIC for number in range(4)} | {
    f"bi/shop/metrics/n{number}.yml": METRIC.replace("filter: state <> 'new'\n", "") for number in range(3)
}


def broken_metric(find: str, replace: str, texts: Mapping[str, str] = METRICS) -> tuple[CleanCode, Break]:
    _, one = broken("left", "inner")
    edits = (Edit(file="bi/shop/metrics/m0.yml", find=find, replace=replace),)
    return CleanCode(texts), one.model_copy(update={"edits": edits})


def test_forms_of_definitions_are_compared_with_those_of_other_definitions() -> None:
    clean, one = broken_metric("filter: state <> 'new'\n", "")
    assert clean.odd_forms(one) == []
    clean, one = broken_metric("measure: x", "measure: y")
    assert clean.odd_forms(one) == []
    clean, one = broken_metric("type: simple", "type: ratio")
    assert "type : 'ratio'" in clean.odd_forms(one)
    clean, one = broken_metric("'new'", "'old'")
    assert clean.odd_forms(one) == ["_ <> 'old'"]


@pytest.mark.parametrize("field", ["title", "description", "note", "about"])
def test_what_a_definition_says_to_people_must_not_name_what_the_break_changes(field: str) -> None:
    texts = METRICS | {"bi/shop/metrics/m0.yml": f"{METRIC}{field}: Without new\n  ones of any state.\n"}
    clean, one = broken_metric("filter: state <> 'new'\n", "", texts)
    assert clean.odd_forms(one) == []
    assert clean.revealing_comments(one) == [f"bi/shop/metrics/m0.yml: {field}: Without new\n  ones of any state."]
    clean, one = broken_metric("measure: x", "measure: other", texts)
    assert clean.revealing_comments(one) == []


@pytest.mark.parametrize("one", [one for one in read_breaks() if one.scope], ids=lambda one: one.id)
def test_written_breaks_with_a_scope_have_no_odd_form(one: Break, company: CleanCode) -> None:
    assert company.odd_forms(one) == []
    assert company.revealing_comments(one) == []


@pytest.fixture(scope="module")
def company() -> CleanCode:
    return CleanCode(project_texts(PROJECT))
