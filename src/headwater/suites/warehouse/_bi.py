"""Adds the BI layer to a plan: each of its datasets, metrics, charts and dashboards is a query, and each check a test.

The package's copy of ``bi/explore.py`` turns definitions into queries. Agents must leave theirs unchanged, so what is
graded is what they see when they run it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import yaml

from headwater.dbt import YamlError, read_yaml
from headwater.dbt.engine import BuildStep, DataTest, Name, Plan
from headwater.suites.warehouse.project.bi.explore import KINDS, BiDefinition, BiLayer, DefinitionError

SCHEMA = "bi"
CHECK = "check"
_FILE = re.compile(r"bi/[^/]+/(?P<kind>\w+)s/[^/]+\.yml$")
_WORD = re.compile(r"[a-z_]\w*")
_UNREAD_FIELDS = {"kind", "name", "id", "title", "label", "description", "about", "note", "reads", "owner", "audience"}
_UNREAD_FIELDS |= {"refresh", "format"}
"""Fields that are for people. They do not change what a query returns."""


def is_definition(path: str) -> bool:
    """Return whether a file defines a part of the BI layer that can be wrong, which a check cannot."""
    found = _FILE.match(path)
    return found is not None and found["kind"] in KINDS and found["kind"] != CHECK


def is_check(path: str) -> bool:
    """Return whether a file defines a check of the BI layer."""
    found = _FILE.match(path)
    return found is not None and found["kind"] == CHECK


def is_of_bi(uid: str) -> bool:
    """Return whether a unique id is that of a definition or check of the BI layer."""
    return uid.partition(".")[0] in KINDS


def without_bi(plan: Plan) -> Plan:
    """Return a plan of the dbt project alone."""
    if not any(map(is_of_bi, plan.steps)):
        return plan
    steps = {uid: step for uid, step in plan.steps.items() if not is_of_bi(uid)}
    return replace(plan, steps=steps, tests={uid: test for uid, test in plan.tests.items() if not is_of_bi(uid)})


def with_bi(plan: Plan, texts: Mapping[str, str]) -> Plan:
    """Return a plan of the dbt project and of the BI layer.

    Definitions that cannot be turned into queries are errors of the plan.

    Args:
        plan: The plan of the dbt project alone.
        texts: The files of the project, keyed by path. Files outside the BI layer are ignored.
    """
    definitions, errors = _read(texts)
    if not definitions and not errors:
        return plan
    project = next(iter(plan.steps), "model.project").split(".")[1]
    models = {step.name: uid for uid, step in plan.steps.items() if step.is_stored}
    relations = {name: plan.steps[uid].relation.within(plan.database) for name, uid in models.items()}
    compiler = _QueryCompiler(project, models, BiLayer(definitions, relations))
    steps, tests = dict(plan.steps), dict(plan.tests)
    for each in definitions:
        try:
            if each.kind == CHECK:
                tests[compiler.uid(each.kind, each.name)] = compiler.check(each)
            else:
                steps[compiler.uid(each.kind, each.name)] = compiler.step(each)
        except DefinitionError as error:
            errors.append(f"{each.file}: {error}")
    return replace(plan, steps=steps, tests=tests, errors=[*plan.errors, *errors])


def _read(texts: Mapping[str, str]) -> tuple[list[BiDefinition], list[str]]:
    found: dict[tuple[str, str], BiDefinition] = {}
    errors = []
    for file, text in texts.items():
        match = _FILE.match(file)
        if match is None:
            continue
        try:
            body = read_yaml(text)
        except YamlError as error:
            errors.append(f"{file}:{error.line}: {error}")
            continue
        if problem := _unlike_yaml(text):
            errors.append(f"{file}: {problem}")
            continue
        name = (body.get("name") or body.get("id")) if isinstance(body, Mapping) else None
        if not isinstance(body, Mapping) or body.get("kind") != match["kind"] or not re.fullmatch(r"\w+", str(name)):
            errors.append(f"{file}: should have the kind {match['kind']} and a name")
        elif (match["kind"], str(name)) in found:
            errors.append(f"{file}: there are two definitions of {match['kind']} {name}")
        else:
            found[match["kind"], str(name)] = BiDefinition(match["kind"], str(name), file, body)
    return list(found.values()), errors


@lru_cache(maxsize=4096)
def _unlike_yaml(text: str) -> str:
    """Return why `bi/explore.py` could not read a file that the bounded reader accepts, or an empty string."""
    try:
        yaml.safe_load(text)
    except (yaml.YAMLError, ValueError) as error:  # such as a second document, a tag, or a day that does not exist
        return str(error).partition("\n")[0]
    return ""


@dataclass(frozen=True)
class _QueryCompiler:
    project: str
    models: Mapping[str, str]
    layer: BiLayer

    def uid(self, kind: str, name: str) -> str:
        """Return the unique id of a model or definition."""
        return self.models.get(name, "") if kind == "model" else f"{kind}.{self.project}.{name}"

    def step(self, of: BiDefinition) -> BuildStep:
        """Return the query of a definition."""
        return BuildStep(
            unique_id=self.uid(of.kind, of.name),
            name=of.name,
            kind=of.kind,
            materialized="query",
            relation=Name(SCHEMA, f"{of.kind}_{of.name}"),
            sql=self.layer.query(of.kind, of.name),
            inputs=self._upstream(of.kind, of.name),
            parents=self._parents(of.kind, of.name),
            file=of.file,
            config={"fields": tuple(_fields(of))},
        )

    def check(self, of: BiDefinition) -> DataTest:
        """Return the test that a check is."""
        return DataTest(
            unique_id=self.uid(of.kind, of.name),
            name=of.name,
            kind="singular",
            sql=self.layer.query(of.kind, of.name),
            inputs=self._upstream(of.kind, of.name),
            parents=self._parents(of.kind, of.name),
            file=of.file,
            line=1,
        )

    def _parents(self, kind: str, name: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.uid(*each) for each in self.layer.reads(kind, name)))

    def _upstream(self, kind: str, name: str) -> tuple[str, ...]:
        """Return everything up to the models, because a query contains the queries of the definitions that it reads."""
        found: dict[tuple[str, str], None] = {}
        pending = self.layer.reads(kind, name)
        while pending:
            each = pending.pop()
            if each not in found:
                found[each] = None
                pending += self.layer.reads(*each) if each[0] != "model" else []
        return tuple(sorted(self.uid(*each) for each in found))


def _fields(of: BiDefinition) -> Iterable[str]:
    """Return the parts of a definition that can make it wrong: fields, measures, dimensions and joins."""
    for key, value in of.body.items():
        if key in _UNREAD_FIELDS or (key == "type" and of.kind != "metric"):  # the type of a chart is its looks
            continue
        if isinstance(value, list):
            yield from (f"{key}.{number}" for number in range(len(value)))
        else:
            yield str(key)


def mentioned(sql: str) -> set[str]:
    """Return the names that a query mentions, in lower case. Some are those of columns."""
    return set(_WORD.findall(sql.lower()))
