"""Compiles generic and singular tests to SQL, under the names that dbt uses."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from headwater.dbt import Node, NodeKind
from headwater.dbt.engine._entries import Entries, GenericEntry
from headwater.dbt.engine._ephemeral import Ephemerals
from headwater.dbt.engine._plan import DataTest
from headwater.dbt.engine._project import parents_of
from headwater.dbt.engine._reader import PlanReader

_CALL = re.compile(r"\s*(?:\{\{)?\s*((?:ref|source)\s*\(.*\))\s*(?:\}\})?\s*", re.DOTALL)
_COUNT = re.compile(r"\s*(=|!=|<>|<|>|<=|>=|between)\s*[-\d.]+(\s+and\s+[-\d.]+)?\s*", re.IGNORECASE)
_OTHER = re.compile(r"[^0-9a-zA-Z_]+")


def add_generic_tests(reader: PlanReader, entries: Entries, ephemerals: Ephemerals) -> None:
    """Add the tests declared in YAML to the reader's plan."""
    plan = reader.plan
    plan.errors += entries.errors
    for entry in entries.generic:
        if entry.config.get("enabled", True) is False:
            continue
        where = f"{entry.file}:{entry.line}"
        macro = f"test_{entry.test.rpartition('.')[2]}"
        if reader.project.macro(macro, reader.project.name) is None:
            plan.errors.append(f"{where}: there is no test {entry.test}")
            continue
        full, short = _names(entry)
        node = Node(NodeKind.TEST, f"test.{reader.project.name}.{full}", reader.project.name, full, entry.node.place,
                    entry.node.path, short)  # fmt: skip
        unique_id = f"{node.unique_id}.{_hash(entry)}"
        if not reader.renders_test(unique_id):
            continue
        rendered = reader.renderer.render(_template(entry, macro), node)
        reader.note(rendered)
        parents = parents_of(rendered)
        if reader.is_whole and unique_id in plan.tests:
            plan.errors.append(f"{where}: test {full} is there twice; give one a name")
        plan.tests[unique_id] = _configured(
            reader,
            DataTest(
                unique_id,
                full,
                "generic",
                ephemerals.inlined(rendered.sql, parents),
                ephemerals.inputs(parents),
                parents,
                entry.file,
                entry.line,
                node=entry.node.unique_id,
                column=entry.column or "",
                test=entry.test,
                macros=tuple(sorted(rendered.macros)),
            ),
            entry.config,
            where,
        )


def add_singular_tests(reader: PlanReader, ephemerals: Ephemerals) -> None:
    """Add the tests that are written as SQL files to the reader's plan."""
    for uid, node in reader.project.singular_tests.items():
        if not reader.renders_test(uid):
            continue
        text = reader.project.text(node.place)
        reader.check_tags(node.place.file, text)
        rendered = reader.renderer.render(text, node)
        reader.note(rendered)
        config = {**node.config, **rendered.config}
        if config.get("enabled", True) is False:
            continue
        parents = parents_of(rendered)
        test = DataTest(
            uid,
            node.name,
            "singular",
            ephemerals.inlined(rendered.sql, parents),
            ephemerals.inputs(parents),
            parents,
            node.place.file,
            1,
            macros=tuple(sorted(rendered.macros)),
        )
        reader.plan.tests[uid] = _configured(reader, test, config, node.place.file)


def _configured(reader: PlanReader, test: DataTest, config: Mapping[str, Any], where: str) -> DataTest:
    if config.get("sql_header"):
        reader.refuse(where, "an SQL header")
    error_if = str(config.get("error_if") or "!= 0")
    if not _COUNT.fullmatch(error_if):
        reader.refuse(where, f"`error_if: {error_if[:40]}`")
        error_if = "!= 0"
    limit = config.get("limit")
    return replace(
        test,
        fail_calc=str(config.get("fail_calc") or "count(*)"),
        error_if=error_if,
        limit=int(limit) if isinstance(limit, int) else None,
        warns=str(config.get("severity", "error")).lower() == "warn",
    )


def _template(entry: GenericEntry, macro: str) -> str:
    """Return the call of a test's macro, as dbt generates it."""
    node = entry.node
    relation = f"source({node.source_name!r}, {node.name!r})" if node.kind is NodeKind.SOURCE else f"ref({node.name!r})"
    arguments = "".join(f", {key}={_literal(value)}" for key, value in entry.arguments.items())
    where = entry.config.get("where")
    if not where:
        return f"{{{{ {macro}(model={relation}{arguments}) }}}}"
    return (
        # dbt also passes a subquery with this name to the test.
        f"{{% set filtered %}}(select * from {{{{ {relation} }}}} where {where}) dbt_subquery{{% endset %}}"
        f"{{{{ {macro}(model=filtered{arguments}) }}}}"
    )


def _literal(value: Any) -> str:
    """Convert a YAML value to a Jinja expression. Text may already contain an expression."""
    if isinstance(value, str):
        if call := _CALL.fullmatch(value):
            return call[1]
        if value.strip().startswith("{{") and value.strip().endswith("}}"):
            return f"({value.strip()[2:-2]})"
        return repr(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_literal, value))}]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{str(key)!r}: {_literal(each)}" for key, each in value.items()) + "}"
    return repr(value)


def _names(entry: GenericEntry) -> tuple[str, str]:
    """Return a test's full name, and the name of its relation, which has fewer than 64 characters."""
    if entry.name:
        return entry.name, entry.name
    flat: list[Any] = []
    for _, value in sorted(entry.arguments.items()):
        flat += value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else [value]
    package, _, test = entry.test.rpartition(".")
    source = f"source_{entry.node.source_name}_{entry.node.name}"
    target = source if entry.node.kind is NodeKind.SOURCE else entry.node.name
    kind = f"{package}_{test}" if package else test
    if entry.node.kind is NodeKind.SOURCE:
        kind, target = f"source_{kind}", target.removeprefix("source_")
    full = f"{kind}_{target}_{'__'.join(_OTHER.sub('_', str(value)) for value in flat)}"
    # dbt does the same, because identifiers in Postgres have at most 63 bytes.
    if len(full) < 64:
        return full, full
    digest = hashlib.md5(full.encode(), usedforsecurity=False).hexdigest()
    return full, f"{f'{kind}_{target}'[:30]}_{digest}"


def _hash(entry: GenericEntry) -> str:
    """Return a hash that distinguishes tests with the same name, like the one in dbt's unique ids.

    The value differs from the one that dbt computes.
    """
    arguments = sorted((key, str(value)) for key, value in entry.arguments.items())
    text = f"{entry.node.unique_id}\0{entry.column}\0{entry.test}\0{arguments}"
    return hashlib.sha256(text.encode()).hexdigest()[:10]
