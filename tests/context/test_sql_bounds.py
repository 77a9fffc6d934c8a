"""SQL that makes SQLGlot's parser overflow the stack or never end is refused; all other SQL is parsed."""

from __future__ import annotations

import pytest
from sqlglot.errors import ParseError

from headwater.context._sql_bounds import parse

BEYOND = {
    "brackets": "select " + "(" * 20_000 + "1" + ")" * 20_000,
    "cases": "select " + "case when a then " * 5_000 + "1" + " end" * 5_000,
    "indexes": "select a" + "[1]" * 20_000,
    "casts": "select 1" + "::decimal(18, 2)" * 50_000,
    "arrows": "select a" + "->'b'" * 100_000,
    "nots": "select " + "not " * 20_000 + "true",
    "joins": "select * from a " + "left join b " * 40,
    "joins of functions": "select * from a " + "semi join f('b') c " * 40,
    "joins in turn": "select * from a " + "join b join c on true " * 40,
    "joins in brackets": "select * from (select distinct on (x) * from a) "
    + "join (select distinct on (x) * from a) " * 40,
    "length": "select 1 -- " + "x" * 2_000_000,
}
WITHIN = {
    "conditions": "select * from a " + "left join b on a.x = b.x " * 200,
    "using": "select * from a " + "join b using (x) " * 200,
    "crossed": "select * from a " + "cross join b " * 100,
    "natural": "select * from a " + "natural left join b " * 100,
    "nested": "select * from a " + "join b " * 10 + "on true " * 10,
    "queries": " union all ".join(["select * from a join unnest(a.x)"] * 40),
    "casts apart": "select " + ", ".join(["a::int::text"] * 400),
    "indexes apart": "select " + ", ".join(["a[1][2]"] * 400),
}


@pytest.mark.parametrize("sql", BEYOND.values(), ids=BEYOND)
@pytest.mark.parametrize("dialect", ["duckdb", "postgres"])
def test_texts_that_crash_the_parser_are_refused(sql: str, dialect: str) -> None:
    with pytest.raises(ParseError, match=r"nests too deeply|longer than|joins without a condition"):
        parse(sql, dialect)


@pytest.mark.parametrize("sql", WITHIN.values(), ids=WITHIN)
def test_texts_that_only_look_dangerous_are_parsed(sql: str) -> None:
    [tree] = parse(sql, "duckdb")
    assert tree is not None
