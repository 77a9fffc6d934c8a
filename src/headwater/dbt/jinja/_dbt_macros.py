"""Replaces dbt's own macros with the simplest SQL that refers to the same columns.

The SQL is parsed for lineage and never run. The same SQL can therefore be used for every dialect in which SQLGlot can
parse it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

Function = Callable[..., Any]


@cache
def dbt_macros(dialect: str) -> Mapping[str, Function]:
    """Return dbt's cross-database macros and type constants, keyed by name."""
    bigquery = dialect == "bigquery"
    text = "string" if bigquery or dialect in ("databricks", "spark") else "varchar"

    def date_trunc(datepart: Any, date: Any) -> str:
        if bigquery:
            return f"timestamp_trunc(cast({date} as timestamp), {datepart})"
        return f"date_trunc('{datepart}', {date})"

    macros: dict[str, Function] = {
        "any_value": lambda expression: f"any_value({expression})",
        "bool_or": lambda expression: f"bool_or({expression})",
        "array_append": lambda array, new_element: f"array_append({array}, {new_element})",
        "array_concat": lambda array_1, array_2: f"array_concat({array_1}, {array_2})",
        "array_construct": lambda inputs=(), data_type=None: f"array_construct({_comma(inputs)})",  # noqa: ARG005
        "cast": lambda field, type: f"cast({field} as {type})",  # noqa: A006 - dbt's name
        "cast_bool_to_text": lambda field: f"cast({field} as {text})",
        "concat": lambda fields: " || ".join(map(str, fields)),
        "date": lambda year, month, day: f"date '{year}-{month}-{day}'",
        "date_trunc": date_trunc,
        "dateadd": lambda datepart, interval, from_date_or_timestamp: (
            f"({from_date_or_timestamp} + ({interval}) * interval '1' {datepart})"
        ),
        "datediff": lambda first_date, second_date, datepart: f"datediff('{datepart}', {first_date}, {second_date})",
        "escape_single_quotes": lambda expression: str(expression).replace("'", "''"),
        "except": lambda: "except distinct" if bigquery else "except",
        "intersect": lambda: "intersect distinct" if bigquery else "intersect",
        "hash": lambda field: f"md5(cast({field} as {text}))",
        "last_day": lambda date, datepart="month": f"({date_trunc(datepart, date)} + interval '1' {datepart})",
        "length": lambda expression: f"length({expression})",
        "listagg": _listagg,
        "position": lambda substring_text, string_text: f"strpos({string_text}, {substring_text})",
        "replace": lambda field, old_chars, new_chars: f"replace({field}, {old_chars}, {new_chars})",
        "right": lambda string_text, length_expression: f"right({string_text}, {length_expression})",
        "safe_cast": lambda field, type: f"cast({field} as {type})",  # noqa: A006
        "split_part": lambda string_text, delimiter_text, part_number: (
            f"split_part({string_text}, {delimiter_text}, {part_number})"
        ),
        "string_literal": lambda value: f"'{value}'",
        "equals": lambda expr1, expr2: f"({expr1} is not distinct from {expr2})",
        "date_spine": _date_spine,
        "get_powers_of_two": _powers_of_two,
        "generate_series": _generate_series,
    }
    now = ("current_timestamp", "current_timestamp_backcompat", "current_timestamp_in_utc_backcompat", "now")
    macros |= dict.fromkeys((*now, "snapshot_get_time", "current_timestamp_in_utc"), lambda: "current_timestamp")
    types = {
        "string": text,
        "timestamp": "timestamp",
        "float": "float64" if bigquery else "float",
        "numeric": "numeric" if bigquery else "numeric(28, 6)",
        "bigint": "int64" if bigquery else "bigint",
        "int": "int64" if bigquery else "int",
        "boolean": "bool" if bigquery else "boolean",
    }
    return macros | {f"type_{name}": _constant(sql) for name, sql in types.items()}


def _constant(sql: str) -> Function:
    return lambda: sql


def _comma(values: Any) -> str:
    return ", ".join(map(str, values))


def _listagg(
    measure: Any,
    delimiter_text: Any = "','",
    order_by_clause: Any = None,
    limit_num: Any = None,  # noqa: ARG001 - dbt's signature
) -> str:
    ordered = f" within group ({order_by_clause})" if order_by_clause else ""
    return f"listagg({measure}, {delimiter_text}){ordered}"


def _date_spine(datepart: Any, start_date: Any, end_date: Any) -> str:
    return f"select d.date_{datepart} from unnest(generate_series({start_date}, {end_date})) as d(date_{datepart})"


def _generate_series(upper_bound: Any) -> str:
    return f"select s.generated_number from unnest(generate_series(1, {upper_bound})) as s(generated_number)"


def _powers_of_two(upper_bound: Any) -> int:
    return max(1, (int(upper_bound) - 1).bit_length())
