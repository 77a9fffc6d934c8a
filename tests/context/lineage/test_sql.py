"""SQL in other dialects, and hostile SQL."""

from __future__ import annotations

import pytest

from headwater.context.lineage._columns import BaseRelation, Resolved
from headwater.context.lineage._form import pack, unpack
from headwater.context.lineage._parse import parse_form
from headwater.context.lineage._resolve import Resolver
from headwater.context.lineage._text import Spans

COLUMNS = {"t": ("id", "a", "b", "arr", "s"), "u": ("id", "c")}


def resolve(sql: str, dialect: str = "duckdb") -> Resolved:
    form = parse_form(sql, dialect)
    assert form.query is not None, form.gaps
    assert unpack(pack(form)) == form
    resolver = Resolver(lambda parts: BaseRelation(parts[-1], dict.fromkeys(COLUMNS.get(parts[-1], ()))), lateral=True)
    query = resolver.resolve(form.query)
    assert resolver.gaps == []
    return query


def sources(resolved: Resolved) -> dict[str, list[str]]:
    return {
        name: sorted(f"{relation}.{column} {kind.label}" for relation, column, kind in edges)
        for name, edges in resolved.columns.items()
    }


@pytest.mark.parametrize(
    ("dialect", "sql", "expected"),
    [
        (
            "snowflake",
            "select f.value:id::int as x, t.s:k.v::string as y from t, lateral flatten(input => t.arr) f",
            {"x": ["t.arr transformed"], "y": ["t.s transformed"]},
        ),
        (
            "snowflake",
            "select * exclude (arr, s) rename (a as z) from t qualify row_number() over (order by id) = 1",
            {"id": ["t.id passed through"], "z": ["t.a passed through"], "b": ["t.b passed through"]},
        ),
        (
            "snowflake",
            "select $1 as x, object_construct('k', a) as y from t",
            {"x": [], "y": ["t.a transformed"]},
        ),
        (
            "bigquery",
            "select item.f as x, o, struct(a as k).k as y from `p.d.t` as t, unnest(t.arr) as item with offset as o",
            {"x": ["t.arr transformed"], "o": ["t.arr transformed"], "y": ["t.a transformed"]},
        ),
        (
            "snowflake",
            "select * from (select id, a, s from t) pivot(sum(a) for s in ('JAN', 'FEB')) as p (who, jan, feb)",
            {
                "who": ["t.id passed through"],
                "jan": ["t.a aggregated", "t.s transformed"],
                "feb": ["t.a aggregated", "t.s transformed"],
            },
        ),
        (
            "snowflake",
            """select p."'JAN'" as jan from (select id, a, s from t) pivot(sum(a) for s in ('JAN', 'FEB')) as p""",
            {"jan": ["t.a aggregated", "t.s transformed"]},
        ),
        (
            "snowflake",
            "select * from t match_recognize(partition by id order by s measures first_row.s as since, last(down.a) as"
            " low one row per match pattern (first_row down+) define down as down.b < lag(down.b)) as found",
            {"id": ["t.id passed through"], "since": ["t.s passed through"], "low": ["t.a transformed"]},
        ),
        (
            "snowflake",
            "select id, n from t match_recognize(order by s measures match_number() as n all rows per match"
            " pattern (up+) define up as up.b > 1)",
            {"id": ["t.id passed through"], "n": []},
        ),
        (
            "clickhouse",
            "select x.a, c from db.t as x final join u final using id",
            {"a": ["t.a passed through"], "c": ["u.c passed through"]},
        ),
        (
            "clickhouse",
            "with (select max(c) from u) as most, a + most as more, 5 as five select most, more + five as y, b from t",
            {"most": ["u.c aggregated"], "y": ["t.a transformed", "u.c aggregated"], "b": ["t.b passed through"]},
        ),
        (
            "bigquery",
            "select (select value.text from unnest(arr) where key = 'x') as v from t",
            {"v": ["t.arr filter", "t.arr transformed"]},
        ),
        (
            "bigquery",
            "select * except (arr, s) replace (a + b as a) from t",
            {"id": ["t.id passed through"], "a": ["t.a transformed", "t.b transformed"], "b": ["t.b passed through"]},
        ),
        (
            "spark",
            "select explode(arr) as (k, v), x.e from t lateral view explode(s) x as e",
            {"k": ["t.arr transformed"], "v": ["t.arr transformed"], "e": ["t.s transformed"]},
        ),
        ("postgres", "select (t.s).f as x, arr[1] as y, b::text from t", {
            "x": ["t.s transformed"], "y": ["t.arr transformed"], "b": ["t.b transformed"]
        }),
        ("clickhouse", "select id, z, sumIf(a, b > 1) as n from t array join arr as z prewhere a > 0 group by id, z", {
            "id": ["t.id passed through"], "z": ["t.arr transformed"], "n": ["t.a aggregated", "t.b aggregated"]
        }),
        ("tsql", "select top 5 x = t.a, u.c from t cross apply f(t.id) as q join u on u.id = t.id", {
            "x": ["t.a passed through"], "c": ["u.c passed through"]
        }),
        ("redshift", "select listagg(a, ',') within group (order by b) as x from t", {
            "x": ["t.a aggregated", "t.b aggregated"]
        }),
        ("duckdb", "from t select a", {"a": ["t.a passed through"]}),
        ("duckdb", "select x.a, x.id from (t join u using (id)) as x", None),
    ],
)  # fmt: skip
def test_sql_of_other_dialects_is_resolved(dialect: str, sql: str, expected: dict[str, list[str]] | None) -> None:
    if expected is not None:
        assert sources(resolve(sql, dialect)) == expected


HOSTILE = {
    "parentheses": "select " + "(" * 20_000 + "1" + ")" * 20_000,
    "queries": "select * from " + "(select * from " * 20_000 + "t" + ")" * 20_000,
    "ctes": "with a as (" * 5_000 + "select 1" + ") select 1" * 5_000,
    "cases": "select " + "case when 1 then " * 20_000 + "1" + " end" * 20_000,
    "nots": "select " + "not " * 20_000 + "a from t",
    "signs": "select " + "- " * 20_000 + "a from t",
    "brackets": "select a" + "[1]" * 20_000 + " from t",
    "lists": "select " + "[" * 20_000 + "1" + "]" * 20_000,
    "comments": "/*" * 200_000,
    "quotes": "select '" + "\\'" * 200_000,
    "double quotes": 'select "' * 50_000,
    "long": "select 1 -- " + "x" * 2_000_001,
    "nothing": "",
    "semicolons": ";" * 10_000,
    "nul": "select \0",
    "no sql": "hello {{ world }}",
    "half": "select a, from where",
    "surrogates": "select '\ud800' as x",
}


@pytest.mark.parametrize("sql", HOSTILE.values(), ids=HOSTILE.keys())
def test_sql_that_is_not_a_query_is_a_gap(sql: str) -> None:
    form = parse_form(sql, "duckdb")
    assert form.gaps or form.query is not None
    Spans(sql)


def test_a_join_by_equal_names_shows_the_names() -> None:
    sql = "select a from t left join u x using (id)"
    chains = [
        chain for (_, column, kind), chain in resolve(sql).rows.items() if (column, kind.label) == ("id", "join key")
    ]
    assert len(chains) == 2
    for [step] in chains:
        start, end = Spans(sql).around(step)
        assert sql[start:end] == "(id)"


def test_wide_queries_are_not_deep() -> None:
    many = 3_000
    assert len(resolve("select " + " + ".join(["a"] * many) + " as x from t").columns) == 1
    union = resolve(" union all ".join(["select a from t", "select c from u"] * (many // 2)))
    assert sources(union) == {"a": ["t.a passed through", "u.c renamed"]} or len(union.columns["a"]) == 2
    resolve("select 1 as x from t where " + " and ".join(["a = 1"] * many))


@pytest.mark.parametrize(
    ("sql", "word", "expected"),
    [
        ("select a, coalesce(b, c) as d from t", "d", "coalesce(b, c) as d"),
        ("select a from t where x = 1 and y between 2 and 3 and z", "y", "y between 2 and 3"),
        ("select a from t join u on t.id = u.id and t.k = u.k where q", "k", "t.k = u.k"),
        (
            "select (select max(m) from u where u.i = t.i) as x, y from t",
            "x",
            "(select max(m) from u where u.i = t.i) as x",
        ),
        ("select (select max(m) from u) as x, y from t", "max", "max(m)"),
        ("select 'a, b' as s, extract(year from d) as y from t", "y ", "extract(year from d) as y"),
        ("select a, -- b, c\n  d from t", "d", "-- b, c\n  d"),
        ("select a is distinct from b as c from t", "c", "a is distinct from b as c"),
        ("select left(a, 2) as l, right(b, 1) as r from t", "l,", "left(a, 2) as l"),
        ("select * exclude (a) replace (b as c) from t", "*", "* exclude (a) replace (b as c)"),
    ],
)
def test_the_text_of_an_expression(sql: str, word: str, expected: str) -> None:
    offset = sql.rindex(word) if word != "*" else sql.index(word)
    start, end = Spans(sql).around(offset)
    assert sql[start:end] == expected
