"""Agents that compare text: they find what is rare among siblings, and rewrite it in the siblings' form."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.agents.small import task

from headwater.agents import Situation, TextAgent, find_agent, odd_token_agent
from headwater.agents.odd_token_agent import in_reach, odd_places, repaired, suspects
from headwater.records import PromptVariant

JOINED = "select a.x\nfrom {{{{ ref('{name}') }}}} as a\n{join} join {{{{ ref('b') }}}} as b on a.k = b.k\n"


def models(**joins: str) -> dict[str, str]:
    return {f"models/{name}.sql": JOINED.format(name="c", join=join) for name, join in joins.items()}


def test_a_form_that_siblings_do_not_have_is_odd() -> None:
    texts = models(one="left", two="left", three="left", odd="inner")
    [place, *_] = odd_places(texts)
    assert (place.file, place.line, place.instead) == ("models/odd.sql", 3, "left")
    assert repaired(texts[place.file], place) == texts["models/one.sql"]


def test_two_forms_that_are_equally_common_are_not_odd() -> None:
    assert odd_places(models(one="left", two="left", three="inner", four="inner")) == []


def test_a_line_that_siblings_have_is_missed() -> None:
    text = "select x\nfrom t\nwhere a\n  and is_valid\n  and b\n"
    texts = {f"models/{name}.sql": text for name in ("one", "two", "three")}
    texts["models/odd.sql"] = text.replace("  and is_valid\n", "")
    [place, *_] = odd_places(texts)
    assert repaired(texts["models/odd.sql"], place) == text
    assert place.file == "models/odd.sql"


def test_comments_and_aliases_are_not_compared() -> None:
    texts = models(one="left", two="left", three="left")
    texts["models/other.sql"] = texts["models/one.sql"].replace("a.", "z.").replace("as a", "as a -- inner join")
    assert odd_places(texts) == []


def test_suspects_are_upstream_of_what_the_prompt_names() -> None:
    texts = {
        **models(one="left", two="left", odd="inner", elsewhere="inner", three="left", four="left"),
        "models/report.sql": "select * from {{ ref('odd') }}\n",
    }
    assert in_reach("The test of `report` fails.", texts) == {"models/report.sql", "models/odd.sql"}
    assert {place.file for place in suspects("The test of `report` fails.", texts)} == {"models/odd.sql"}


def test_models_that_the_prompt_names_come_first_unless_unchanged() -> None:
    texts = models(one="left", two="left", three="left", four="left", odd="inner")
    texts["models/report.sql"] = JOINED.format(name="odd", join="inner")
    assert [place.file for place in suspects("Mend `report`.", texts)] == ["models/report.sql", "models/odd.sql"]
    assert [place.file for place in suspects("`report` was not changed.", texts)] == ["models/odd.sql"]


def test_macros_that_a_model_calls_are_in_reach() -> None:
    texts = {
        "macros/money.sql": "{% macro money(x) %}{{ x }}{% endmacro %}",
        "models/report.sql": "select {{ money('amount') }}",
    }
    assert in_reach("`report` is wrong", texts) == set(texts)


def test_the_program_repairs_the_oddest_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odd_token_agent, "WORKSPACE", tmp_path)
    texts = models(one="left", two="left", three="left", odd="inner")
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    odd_token_agent.main("The test of `odd` fails.")
    assert (tmp_path / "models/odd.sql").read_text() == texts["models/one.sql"]
    assert (tmp_path / "models/two.sql").read_text() == texts["models/two.sql"]


@pytest.mark.parametrize("name", ["grep", "odd-token"])
def test_they_run_their_program_on_the_prompt(name: str, tmp_path: Path) -> None:
    greet = task(tmp_path / "small", "greet")
    agent = find_agent(name, greet)
    assert isinstance(agent, TextAgent)
    command = agent.command(Situation(greet, PromptVariant.BASELINE))
    [(mounted, program)] = command.mounts.items()
    assert program.is_file()
    assert list(command.argv) == ["python3", mounted, greet.instruction(PromptVariant.BASELINE)]
