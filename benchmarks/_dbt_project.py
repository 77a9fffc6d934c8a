"""A dbt project of any size: sources, staging, intermediate models, marts and reports, as warehouses have them.

Its SQL runs on DuckDB. The same size and seed give the same files.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path

DOMAINS = ("crm", "billing", "support", "product", "telemetry", "marketing", "finance", "people", "web", "licensing")
THINGS = (
    "accounts",
    "contacts",
    "orders",
    "invoices",
    "tickets",
    "events",
    "licenses",
    "campaigns",
    "payments",
    "plans",
)
AMOUNTS = ("amount", "discount", "tax", "fee", "quantity", "balance", "seats", "score")
TIMES = ("created", "updated", "closed", "activated", "renewed", "seen")
WORDS = ("status", "region", "channel", "segment", "owner", "currency", "plan", "category", "source", "priority")
DERIVED_PREFIXES = ("total_", "last_", "other_count", "row_in_group", "is_large")
"""The prefixes of the columns that an intermediate model adds; the next model leaves them out, and adds its own."""

PROJECT = """\
name: bench
version: "1.0"
profile: bench
model-paths: [models]
macro-paths: [macros]
vars:
  start_date: "2020-01-01"
models:
  bench:
    staging:
      +materialized: view
    marts:
      +materialized: table
"""
PROFILE = """\
bench:
  target: dev
  outputs:
    dev: {type: duckdb, path: bench.duckdb, threads: 2}
"""
MACROS = """\
{% macro cents_to_dollars(column) -%}
({{ column }} / 100.0)
{%- endmacro %}

{% macro month_of(column) -%}
date_trunc('month', {{ column }})
{%- endmacro %}
"""


@dataclass
class Relation:
    """A source or model with its columns: name to one of ``id``, ``key``, ``amount``, ``time``, ``word``."""

    name: str
    reference: str
    columns: dict[str, str] = field(default_factory=dict)

    def of(self, kind: str) -> list[str]:
        """Return the names of the columns of a kind."""
        return [name for name, own in self.columns.items() if own == kind]


class Generator:
    """Writes a project below a folder.

    Attributes:
        models: The models in the order in which they are built.
        tables: The columns of the sources' tables with their types, by ``schema.table``.
    """

    def __init__(self, folder: Path, models: int, seed: int = 7) -> None:
        self.folder = folder
        self.random = random.Random(seed)
        self.count = models
        self.models: list[Relation] = []
        self.tables: dict[str, dict[str, str]] = {}
        self._yaml: dict[str, list[str]] = {}

    def write(self) -> None:
        """Write every file."""
        staging = [self._staging(index) for index in range(round(self.count * 0.31))]
        middle: list[Relation] = []
        for index in range(round(self.count * 0.31)):
            middle.append(self._intermediate(index, staging + middle))
        marts: list[Relation] = []
        for index in range(round(self.count * 0.25)):
            marts.append(self._mart(index, middle + marts))
        for index in range(self.count - len(self.models)):
            self._report(index, marts)
        self._write("dbt_project.yml", PROJECT)
        self._write("profiles.yml", PROFILE)
        self._write("macros/money.sql", MACROS)
        for index in range(118):
            self._write(
                f"macros/unit_{index}.sql",
                f"{{% macro unit_{index}(x) %}}({{{{ x }}}} * {index + 1}){{% endmacro %}}\n",
            )
        for name, entries in self._yaml.items():
            key = "sources" if "sources" in name else "models"
            self._write(name, f"version: 2\n\n{key}:\n" + "".join(entries))

    def _write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def _pick(self, names: list[str], count: int) -> list[str]:
        return self.random.sample(names, min(count, len(names)))

    # sources and staging

    def _staging(self, index: int) -> Relation:
        domain, thing = DOMAINS[index % 10], f"{THINGS[(index // 10) % 10]}{'' if index < 100 else f'_{index // 100}'}"
        raw = self._source(domain, thing)
        relation = Relation(f"stg_{domain}__{thing}", f"{{{{ ref('stg_{domain}__{thing}') }}}}")
        lines = []
        for name, kind in raw.columns.items():
            new = {"ID": f"{thing}_id"}.get(name, name.lower())
            expression = name.lower()
            if kind == "amount" and self.random.random() < 0.5:
                expression = f"{{{{ cents_to_dollars('{name.lower()}') }}}}"
            elif kind == "word":
                expression = f"lower(trim({expression}))"
            elif kind == "time":
                expression = f"cast({expression} as timestamp)"
            relation.columns[new] = kind
            lines.append(f"        {expression} as {new}" if expression != new else f"        {expression}")
        columns = ",\n".join(lines)
        sql = (
            f"with source as (\n\n    select * from {raw.reference}\n\n),\n\nrenamed as (\n\n    select\n{columns}\n"
            f"    from source\n    where not coalesce(is_deleted, false)\n\n)\n\nselect * from renamed\n"
        )
        return self._model(relation, f"models/staging/{domain}", sql)

    def _source(self, domain: str, thing: str) -> Relation:
        columns = {"id": "id"}
        columns |= {f"{other[:-1]}_id": "key" for other in self._pick([one for one in THINGS if one != thing], 3)}
        columns |= {f"{thing[:-1]}_{name}": "amount" for name in self._pick(list(AMOUNTS), 6)}
        columns |= {f"{name}_at": "time" for name in self._pick(list(TIMES), 4)}
        columns |= {f"{thing[:-1]}_{name}": "word" for name in self._pick(list(WORDS), 7)}
        columns["is_deleted"] = "flag"
        types = {
            "id": "bigint",
            "key": "bigint",
            "amount": "double",
            "time": "timestamp",
            "word": "varchar",
            "flag": "boolean",
        }
        declared = "".join(
            f"          - name: {name}\n            data_type: {types[kind]}\n" for name, kind in columns.items()
        )
        self.tables[f"raw_{domain}.{thing}"] = {name: types[kind] for name, kind in columns.items()}
        table = f"      - name: {thing}\n        columns:\n{declared}"
        entries = self._yaml.setdefault(f"models/staging/{domain}/_{domain}__sources.yml", [])
        entries.append(table if entries else f"  - name: {domain}\n    schema: raw_{domain}\n    tables:\n{table}")
        return Relation(thing, f"{{{{ source('{domain}', '{thing}') }}}}", columns)

    # models

    def _model(self, relation: Relation, folder: str, sql: str) -> Relation:
        self._write(f"{folder}/{relation.name}.sql", sql)
        lines = [f"  - name: {relation.name}\n    description: {relation.name.replace('_', ' ')}\n    columns:\n"]
        for index, (name, kind) in enumerate(relation.columns.items()):
            tests = "        data_tests: [not_null, unique]\n" if kind == "id" else ""
            tests = "        data_tests: [not_null]\n" if kind == "key" and index < 4 else tests
            lines.append(f"      - name: {name}\n        description: the {name.replace('_', ' ')}\n{tests}")
        entries = self._yaml.setdefault(f"{folder}/_models_{len(self.models) // 4}.yml", [])
        entries.append("".join(lines))
        self.models.append(relation)
        return relation

    def _intermediate(self, index: int, before: list[Relation]) -> Relation:
        base, other = self.random.sample(before, 2)
        domain = DOMAINS[index % 10]
        relation = Relation(f"int_{domain}__{index}", f"{{{{ ref('int_{domain}__{index}') }}}}")
        keys = base.of("id") + base.of("key")
        join = (base.of("key") + base.of("id"))[0]
        amounts, words = self._pick(other.of("amount"), 4), self._pick(other.of("word"), 2)
        group = (other.of("key") + other.of("id"))[0]
        summed = "".join(f",\n        sum({name}) as total_{name}" for name in amounts)
        listed = "".join(f",\n        max({name}) as last_{name}" for name in words)
        extra = "".join(f",\n        summary.total_{name}" for name in amounts)
        extra += "".join(f",\n        summary.last_{name}" for name in words)
        consumed = [name for name in base.columns if name.startswith(DERIVED_PREFIXES)]
        star = f"base.* exclude ({', '.join(consumed)})" if consumed else "base.*"
        relation.columns = {name: kind for name, kind in base.columns.items() if name not in consumed} | {
            "other_count": "amount"
        }
        relation.columns |= {f"total_{name}": "amount" for name in amounts} | {f"last_{name}": "word" for name in words}
        relation.columns |= {"row_in_group": "amount", "is_large": "flag"}
        first = base.of("amount")[0]
        moment = base.of("time")[0] if base.of("time") else keys[0]
        sql = f"""\
{{{{ config(materialized='view') }}}}

with base as (

    select * from {base.reference}

),

other as (

    select * from {other.reference}
    where {group} is not null

),

summary as (

    select
        {group} as summary_key,
        count(*) as other_count{summed}{listed}
    from other
    group by 1

),

joined as (

    select
        {star},
        coalesce(summary.other_count, 0) as other_count{extra},
        row_number() over (partition by base.{join} order by base.{moment} desc) as row_in_group,
        case when base.{first} > 100 then true else false end as is_large
    from base
    left join summary on base.{join} = summary.summary_key

)

select * from joined
"""
        return self._model(relation, f"models/intermediate/{domain}", sql)

    def _mart(self, index: int, before: list[Relation]) -> Relation:
        base, other = self.random.sample(before, 2)
        relation = Relation(f"fct_{index}", f"{{{{ ref('fct_{index}') }}}}")
        keys, times = base.of("id") + base.of("key"), self._pick(base.of("time"), 3)
        words, amounts = self._pick(base.of("word"), 6), self._pick(base.of("amount"), 9)
        names = [*keys, *words, *times, *amounts]
        relation.columns = {name: base.columns[name] for name in names}
        extra = [name for name in self._pick(other.of("amount"), 3) if name not in names]
        relation.columns |= {f"other_{name}": "amount" for name in extra}
        relation.columns |= {"net_value": "amount", "activity_month": "time"}
        key, other_key = keys[0], (other.of("id") + other.of("key"))[0]
        lines = [f"    base.{name}" for name in names] + [f"    other.{name} as other_{name}" for name in extra]
        lines.append(f"    coalesce(base.{amounts[0]}, 0) - coalesce(base.{amounts[-1]}, 0) as net_value")
        lines.append(
            f"    {{{{ month_of('base.{times[0]}') }}}} as activity_month"
            if times
            else "    current_date as activity_month"
        )
        sql = (
            "select\n" + ",\n".join(lines) + f"\nfrom {base.reference} as base\n"
            f"left join {other.reference} as other\n    on base.{key} = other.{other_key}\n"
            f"where base.{words[0] if words else key} is not null\n"
        )
        return self._model(relation, "models/marts", sql)

    def _report(self, index: int, marts: list[Relation]) -> Relation:
        base, other = self.random.sample(marts, 2)
        relation = Relation(f"rpt_{index}", f"{{{{ ref('rpt_{index}') }}}}")
        shared = [name for name in ("net_value",) if name in base.columns]
        words = self._pick(base.of("word"), 2)
        amounts = self._pick([name for name in base.of("amount") if name not in shared], 6)
        relation.columns = (
            {"activity_month": "time"} | dict.fromkeys(words, "word") | {"row_count": "amount", "net_value": "amount"}
        )
        relation.columns |= {f"{how}_{name}": "amount" for name in amounts for how in ("sum", "avg")}
        relation.columns["share"] = "amount"
        keys = ", ".join(["activity_month", *words])
        lines = [f"        {name}" for name in ["activity_month", *words]]
        lines += ["        count(*) as row_count", "        sum(net_value) as net_value"]
        lines += [f"        {how}({name}) as {how}_{name}" for name in amounts for how in ("sum", "avg")]
        positions = ", ".join(str(one + 1) for one in range(1 + len(words)))
        sql = (
            "with monthly as (\n    select\n"
            + ",\n".join(lines)
            + f"\n    from {base.reference}\n    group by {positions}\n),\n\n"
            f"everything as (\n    select activity_month as all_month, sum(net_value) as all_value\n"
            f"    from {other.reference}\n    group by 1\n)\n\n"
            f"select\n    monthly.*,\n    monthly.net_value / nullif(everything.all_value, 0) as share\nfrom monthly\n"
            f"left join everything on monthly.activity_month = everything.all_month\norder by {keys}\n"
        )
        return self._model(relation, "models/reports", sql)


def write_project(folder: Path, models: int = 260) -> Generator:
    """Write a project and return its generator."""
    generator = Generator(folder, models)
    generator.write()
    return generator
