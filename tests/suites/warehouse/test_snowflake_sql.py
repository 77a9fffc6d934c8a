"""The project's SQL for Snowflake, checked as far as possible without Snowflake: dialect, functions and names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
import sqlglot
import yaml
from sqlglot import exp
from sqlglot.dialects.snowflake import Snowflake
from sqlglot.errors import ErrorLevel, SqlglotError
from sqlglot.tokens import TokenType

from headwater.dbt import Target
from headwater.dbt.engine import EngineProject, plan_of
from headwater.suites.warehouse.base import PROJECT

WORDS = yaml.safe_load(Path(__file__).with_name("snowflake.yml").read_text())
FUNCTIONS, NOT_CALLS, RESERVED = (frozenset(WORDS[name]) for name in ("functions", "not_calls", "reserved"))
ABSENT = {exp.Command: "a statement that the parser does not know", exp.Filter: "filter (where …) of an aggregate"}
"""What Snowflake does not have, although the parser admits it."""


class SnowflakeProject(EngineProject):
    """The project rendered by the engine with the macros of the Snowflake adapter."""

    @property
    def target(self) -> Target:
        return replace(super().target, type="snowflake")


def objections(sql: str) -> list[str]:
    """Return what Snowflake would not accept in a statement."""
    found = [f"{name}()" for name in sorted(called(sql) - FUNCTIONS - NOT_CALLS)]
    try:
        (tree,) = sqlglot.parse(sql, read="snowflake", error_level=ErrorLevel.RAISE)
        assert tree is not None
        tree.sql("snowflake", unsupported_level=ErrorLevel.RAISE)
    except SqlglotError as error:
        return [*found, str(error)]
    found += [text for kind, text in ABSENT.items() if tree.find(kind)]
    if any(isinstance(each.parent, exp.Mul) for each in tree.find_all(exp.Interval)):
        found.append("an interval that is multiplied")
    names = {each.name.lower() for each in tree.find_all(exp.Identifier) if not each.quoted}
    return [*found, *(f"the name {name}" for name in sorted(names & RESERVED))]


def called(sql: str) -> set[str]:
    """Return the words that precede a parenthesis, in lower case."""
    words = [
        word
        for word, after in pairwise(Snowflake().tokenize(sql))
        if after.token_type is TokenType.L_PAREN and word.token_type is not TokenType.IDENTIFIER
    ]
    return {word.text.lower() for word in words if word.text.isidentifier()}


def statements() -> Iterator[tuple[str, str]]:
    """Yield the SQL of all relations, and of one test per kind of test and model."""
    plan = plan_of(SnowflakeProject.read(PROJECT))
    yield from ((uid, step.sql) for uid, step in plan.steps.items() if step.kind != "seed")
    yield from {(test.test or uid, test.node): (uid, test.sql) for uid, test in plan.tests.items()}.values()


@pytest.mark.minutes
def test_the_project_is_sql_of_snowflake() -> None:
    checked = dict(statements())
    assert {uid: found for uid, sql in checked.items() if (found := objections(sql))} == {}
    assert sum(uid.startswith("model.") for uid in checked) > 440
    assert sum(uid.startswith("test.") for uid in checked) > 2200
    assert "to_timestamp_ntz" in set().union(*map(called, checked.values())), "these are macros of another adapter"


@pytest.mark.parametrize(
    ("sql", "objection"),
    [
        ("select strpos(a, '-') from t", "strpos()"),
        ("select count(*) filter (where a > 1) from t", "filter (where …) of an aggregate"),
        ("select a + b * interval '1 minute' from t", "an interval that is multiplied"),
        ("select start from t", "the name start"),
        ("select sum(a from t", "Expecting )"),
    ],
)
def test_constructs_that_snowflake_lacks_are_found(sql: str, objection: str) -> None:
    assert any(objection in each for each in objections(sql))
