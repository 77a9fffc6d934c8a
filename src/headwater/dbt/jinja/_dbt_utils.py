"""Replaces the most frequently used macros from ``dbt_utils`` in projects that have not installed this package.

If the package is installed, its own macros are rendered instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

Function = Callable[..., Any]


class Introspects(Protocol):
    """The part of a rendering that these macros use."""

    def ask_warehouse(self, what: str) -> Any:
        """Return a placeholder for a value that only the warehouse can provide."""

    def columns_of(self, relation: Any) -> Sequence[str]:
        """Return the names of a relation's columns, or raise an error if they are unknown."""

    def written(self, column: str) -> str:
        """Return a column's name as written in SQL."""


def dbt_utils_macros(rendering: Introspects, dbt: dict[str, Function]) -> dict[str, Function]:
    """Return the replacement macros, keyed by name."""

    def star(
        from_: Any = None,
        relation_alias: Any = False,
        except_: Iterable[Any] = (),
        prefix: str = "",
        suffix: str = "",
        quote_identifiers: bool = True,  # noqa: ARG001 - its signature
        **kwargs: Any,
    ) -> str:
        relation = kwargs.get("from", from_)
        left_out = {str(name).lower() for name in kwargs.get("except", except_)}
        before = f"{relation_alias}." if relation_alias else ""
        names = [name for name in rendering.columns_of(relation) if name.lower() not in left_out]
        renamed = bool(prefix or suffix)
        return (
            ",\n".join(
                before + rendering.written(name) + (f" as {prefix}{name}{suffix}" if renamed else "") for name in names
            )
            or "*"
        )

    def union_relations(
        relations: Sequence[Any],
        column_override: Any = None,
        include: Iterable[Any] = (),
        exclude: Iterable[Any] = (),
        source_column_name: Any = "_dbt_source_relation",
        where: Any = None,
    ) -> str:
        overrides = {str(name).lower(): kind for name, kind in (column_override or {}).items()}
        included = {str(name).lower() for name in include}
        unwanted = {str(name).lower() for name in exclude}
        has = [{name.lower(): name for name in rendering.columns_of(relation)} for relation in relations]
        every = dict.fromkeys(name for names in has for name in names)
        chosen = [name for name in every if (name in included if included else name not in unwanted)]

        def one(relation: Any, names: dict[str, str]) -> str:
            select_items = [f"'{relation}' as {source_column_name}"] if source_column_name is not None else []
            for name in chosen:
                value = names.get(name, "null")
                select_items.append(
                    f"cast({value} as {overrides[name]}) as {name}" if name in overrides else f"{value} as {name}"
                )
            return f"(select {', '.join(select_items)} from {relation}{f' where {where}' if where else ''})"

        return "\nunion all\n".join(one(*pair) for pair in zip(relations, has, strict=True))

    def surrogate_key(field_list: Any, *others: Any) -> str:
        fields = [field_list, *others] if isinstance(field_list, str) else list(field_list)
        parts = [f"coalesce({dbt['cast'](field, dbt['type_string']())}, '')" for field in fields]
        return f"md5({' || '.join(parts)})"

    def unpivot(
        relation: Any = None,
        cast_to: str = "varchar",
        exclude: Iterable[Any] = (),
        remove: Iterable[Any] = (),
        field_name: str = "field_name",
        value_name: str = "value",
        **_others: Any,
    ) -> str:
        kept_columns = [str(name) for name in exclude]
        skipped = {name.lower() for name in kept_columns} | {str(name).lower() for name in remove}
        unpivoted = [name for name in rendering.columns_of(relation) if name.lower() not in skipped]
        keys = "".join(f"{name}, " for name in kept_columns)
        return "\nunion all\n".join(
            f"select {keys}'{name}' as {field_name}, cast({name} as {cast_to}) as {value_name} from {relation}"
            for name in unpivoted
        )

    def query_result(what: str, otherwise: Any) -> Function:
        def ask(*_args: Any, **kwargs: Any) -> Any:
            rendering.ask_warehouse(f"dbt_utils.{what}")
            default = kwargs.get("default")
            return otherwise if default is None else default

        return ask

    utilities: dict[str, Function] = {
        "get_column_values": query_result("get_column_values", []),
        "get_relations_by_pattern": query_result("get_relations_by_pattern", []),
        "get_relations_by_prefix": query_result("get_relations_by_prefix", []),
        "get_query_results_as_dict": query_result("get_query_results_as_dict", {}),
        "get_single_value": query_result("get_single_value", ""),
        "star": star,
        "union_relations": union_relations,
        "generate_surrogate_key": surrogate_key,
        "surrogate_key": surrogate_key,
        "unpivot": unpivot,
        "pivot": _pivot,
        "group_by": lambda n: "group by " + ", ".join(str(i) for i in range(1, min(int(n), 1000) + 1)),
        "safe_add": lambda values, *more: " + ".join(f"coalesce({v}, 0)" for v in _as_list(values, more)),
        "safe_subtract": lambda values, *more: " - ".join(f"coalesce({v}, 0)" for v in _as_list(values, more)),
        "safe_divide": lambda numerator, denominator: f"({numerator}) / nullif(({denominator}), 0)",
        "deduplicate": lambda relation, partition_by, order_by: (
            f"select * from {relation} qualify row_number() over (partition by {partition_by} order by {order_by}) = 1"
        ),
        "width_bucket": lambda expr, min_value, max_value, num_buckets: (
            f"width_bucket({expr}, {min_value}, {max_value}, {num_buckets})"
        ),
        "get_filtered_columns_in_relation": lambda from_=None, **kwargs: [
            name
            for name in rendering.columns_of(kwargs.get("from", from_))
            if name.lower() not in {str(left_out).lower() for left_out in kwargs.get("except", ())}
        ],
        "pretty_time": lambda format="%H:%M:%S": "00:00:00",  # noqa: A006, ARG005 - its signature
        "pretty_log_format": str,
        "log_info": lambda message: "",  # noqa: ARG005
        "slugify": _slugify,
    }
    same = ("date_spine", "generate_series", "get_powers_of_two")
    moved_macros = [
        *("dateadd", "datediff", "date_trunc", "last_day", "concat", "hash", "length", "listagg", "position"),
        *("replace", "right", "safe_cast", "split_part", "type_string", "type_timestamp", "type_float"),
        *("type_numeric", "type_bigint", "type_int", "current_timestamp", "any_value", "bool_or", "except"),
        *("intersect", "escape_single_quotes", "string_literal", "cast_bool_to_text"),
    ]
    return utilities | {name: dbt[name] for name in (*same, *moved_macros)}


def _pivot(
    column: Any,
    values: Iterable[Any],
    alias: bool = True,
    agg: str = "sum",
    cmp: str = "=",
    prefix: str = "",
    suffix: str = "",
    then_value: Any = 1,
    else_value: Any = 0,
    quote_identifiers: bool = True,
    distinct: bool = False,
) -> str:
    mark = '"' if quote_identifiers else ""
    cases = []
    for value in values:
        case = f"case when {column} {cmp} '{value}' then {then_value} else {else_value} end"
        alias_sql = f" as {mark}{prefix}{value}{suffix}{mark}" if alias else ""
        cases.append(f"{agg}({'distinct ' if distinct else ''}{case}){alias_sql}")
    return ",\n".join(cases)


def _slugify(string: Any) -> str:
    text = "".join(character if character.isalnum() else "_" for character in str(string).lower()[:1000])
    return f"_{text}" if text[:1].isdigit() else text


def _as_list(values: Any, more: tuple[Any, ...]) -> list[Any]:
    return [values, *more] if isinstance(values, str) else list(values)
