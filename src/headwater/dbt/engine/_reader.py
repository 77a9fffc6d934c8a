"""Renders a project's templates into the steps of a plan.

Features that cannot be rendered exactly as dbt renders them are refused: hooks, Python models, packages, unknown
materializations, and templates that query the warehouse. Hooks in ``dbt_project.yml`` that only analyze the table that
was built change no rows, so they are accepted and not run.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from headwater.dbt import Node, NodeKind, ProblemKind, Rendered, Renderer
from headwater.dbt.engine import _seeds, _snapshots
from headwater.dbt.engine._ephemeral import Ephemerals
from headwater.dbt.engine._plan import BuildStep, Ephemeral, Name, Plan
from headwater.dbt.engine._project import EngineProject, parents_of

MATERIALIZATIONS = frozenset({"table", "view", "incremental", "ephemeral"})
_BUILT = (NodeKind.MODEL, NodeKind.SEED, NodeKind.SNAPSHOT)
_REFUSED_CONFIG = {
    "pre_hook": "a pre-hook",
    "pre-hook": "a pre-hook",
    "post_hook": "a post-hook",
    "post-hook": "a post-hook",
    "sql_header": "an SQL header",
    "contract": "an enforced contract",
    "database": "another database",
    "grants": "grants",
}
_POST_HOOKS = ("post_hook", "post-hook")
_ANALYZES = re.compile(r"\s*analyze\s+\{\{-?\s*this\s*-?\}\}\s*;?\s*", re.IGNORECASE)
_TAGS = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
_UNKNOWABLE = re.compile(
    r"\b(graph|selected_resources|invocation_id|run_started_at|thread_id|dbt_metadata_envs|invocation_args_dict"
    r"|flags|context|builtins|load_relation|get_relation|print|diff_of_two_dicts)\b(?=\s*[.(\[|])"
    r"|\b(env_var)\b"
    r"|(?:\.\s*|\[\s*['\"]|\battr\s*\(\s*['\"])(now|utcnow|today)\b"
)
_CONFIGURES = re.compile(r"\bconfig\b(?!\s*\.\s*(?:get|require)\b)")
_MATERIALIZATION = re.compile(r"\{%[-+]?\s*materialization\b")
_BUILTINS = frozenset(
    {
        *("adapter", "api", "builtins", "caller", "config", "context", "cycler", "database", "dbt", "dbt_version"),
        *("debug", "dict", "diff_of_two_dicts", "doc", "env_var", "exceptions", "execute", "flags", "fromjson"),
        *("fromyaml", "graph", "invocation_id", "joiner", "kwargs", "lipsum", "local_md5", "log", "loop", "metric"),
        *("model", "modules", "namespace", "print", "project_name", "range", "ref", "render", "return"),
        *("run_started_at", "schema", "self", "set", "set_strict", "source", "sql", "store_raw_result", "store_result"),
        *("load_result", "super", "target", "this", "thread_id", "tojson", "toyaml", "try_or_compiler_error"),
        *("validation", "var", "varargs", "write", "zip", "zip_strict"),
    }
)


class PlanReader:
    """Renders a project, or the parts of a project that a change affects.

    Attributes:
        plan: The plan to which rendering adds steps.
        tests: The unique ids of the tests to render, or None for all tests.
    """

    def __init__(self, project: EngineProject, plan: Plan | None = None, tests: Collection[str] | None = None) -> None:
        self.project = project
        self.plan = plan or Plan(project.target.database)
        self.tests = tests
        self.renderer = Renderer(project)
        self.rendered: dict[str, Rendered] = {}

    def read(self) -> None:
        """Render all models, seeds and snapshots."""
        plan, project = self.plan, self.project
        self._refuse_settings()
        plan.errors += [str(problem) for problem in project.problems if problem.kind is not ProblemKind.PACKAGE]
        for uid, node in project.nodes.items():
            if node.kind is NodeKind.SOURCE:
                plan.sources[uid] = Name(node.schema, node.identifier)
        self._refuse_macros()
        self.render_nodes({uid: node for uid, node in project.nodes.items() if node.kind in _BUILT})

    @property
    def is_whole(self) -> bool:
        """Return whether all tests are to be rendered."""
        return self.tests is None

    def renders_test(self, unique_id: str) -> bool:
        """Return whether a test is to be rendered."""
        return self.tests is None or unique_id in self.tests

    def refuse(self, where: str, what: str) -> None:
        """Record a feature that the engine does not support exactly as dbt does."""
        self.plan.refusals.append(f"{where}: uses {what}, which the engine does not support")

    # refused features

    def _refuse_settings(self) -> None:
        settings = self.project.settings
        document = _yaml(self.project.folder / "dbt_project.yml")
        for key in ("on-run-start", "on-run-end", "query-comment"):
            if document.get(key):
                self.refuse("dbt_project.yml", f"`{key}`")
        for hook in _other_hooks(document):
            self.refuse("dbt_project.yml", f"the post-hook {hook!r}")
        for name in ("packages.yml", "dependencies.yml", "package-lock.yml"):
            if (self.project.folder / name).is_file():
                self.refuse(name, "packages")
        if len(self.project.packages()) > 1:
            self.refuse(settings.packages_folder, "packages")

    def _refuse_macros(self) -> None:
        macro_names = dbt_macro_names()
        for macro in self.project.macros():
            # dispatch finds macros of any adapter, and dbt names materializations in this form
            stem = macro.name.partition("__")[2]
            if macro.name in macro_names or stem in macro_names or macro.name.startswith("materialization_"):
                self.plan.overrides[macro.name] = str(macro.place)
        for file in self.project.file_list():
            if self._is_of_macros(file.name):
                self.check_tags(file.name, self.project.file_text(file.name))

    def _is_of_macros(self, file: str) -> bool:
        return file.startswith(tuple(f"{folder}/" for folder in self.project.settings.paths["macros"]))

    def check_tags(self, file: str, text: str) -> None:
        """Refuse names whose values only a running dbt knows, and macros that configure their callers as tests do."""
        for tag in _TAGS.finditer(text):
            found = [f"`{match[1] or match[2] or match[3]}`" for match in _UNKNOWABLE.finditer(tag[0])]
            if self._is_of_macros(file) and _CONFIGURES.search(tag[0]):
                found.append("`config` in a macro")
            for what in found:
                line = text.count("\n", 0, tag.start()) + 1
                self.refuse(f"{file}:{line}", what)
        if _MATERIALIZATION.search(text):
            self.refuse(file, "a materialisation of its own")

    # nodes

    def render_nodes(self, nodes: Mapping[str, Node]) -> bool:
        """Render nodes and add them as steps. Return whether any node changes its own schema or alias."""
        is_renamed = False
        for node in nodes.values():
            if node.kind is not NodeKind.SEED:
                is_renamed |= self._render(node)
        if is_renamed:  # nodes that refer to such a node have been rendered with its old name
            for node in nodes.values():
                if node.kind is not NodeKind.SEED and node.unique_id in self.rendered:
                    self._render(node)
        for uid, node in nodes.items():
            self.plan.ephemerals.pop(uid, None)
            if uid in self.rendered and self.materialized(node) == "ephemeral":
                rendered, relation = self.rendered[uid], self.relation(node).within(self.project.target.database)
                self.plan.ephemerals[uid] = Ephemeral(node.name, relation, rendered.sql, parents_of(rendered))
        ephemerals = Ephemerals(self.plan.ephemerals)
        for uid, node in nodes.items():
            if uid in self.rendered or node.kind is NodeKind.SEED:
                self.plan.steps[uid] = self._step(node, ephemerals)
        return is_renamed

    def _render(self, node: Node) -> bool:
        """Render a node, and return whether it changes its own schema or alias."""
        if node.language == "python":
            self.refuse(node.place.file, "a Python model")
            return False
        text, snapshot = self.project.template(node)
        self.check_tags(node.place.file, text)
        rendered = self.renderer.render(text, node, snapshot)
        self.note(rendered)
        if rendered.config.get("enabled", True) is False:
            self.refuse(node.place.file, "`enabled` in a model's own file")
        self.rendered[node.unique_id] = rendered
        schema, alias = str(rendered.config.get("schema") or ""), str(rendered.config.get("alias") or "")
        is_renamed = bool((schema and schema != node.schema) or (alias and alias != node.identifier))
        node.schema, node.identifier = schema or node.schema, alias or node.identifier
        return is_renamed

    def note(self, rendered: Rendered) -> None:
        """Record the problems from a rendering: a warehouse query as a refusal, and any other problem as an error."""
        for problem in rendered.problems:
            if problem.kind is ProblemKind.WAREHOUSE:
                self.refuse(str(problem.place), f"a query while it renders ({problem.message})")
            else:
                self.plan.errors.append(str(problem))

    def materialized(self, node: Node) -> str:
        """Return the materialization of a node."""
        if node.kind is not NodeKind.MODEL:
            return node.kind.value
        own = self.rendered[node.unique_id].config if node.unique_id in self.rendered else {}
        return str(own.get("materialized") or node.config.get("materialized") or "view")

    def relation(self, node: Node) -> Name:
        """Return the name that dbt gives to a node's table."""
        base = self.project.target.schema
        return Name(f"{base}_{node.schema}" if node.schema else base, node.identifier)

    def _step(self, node: Node, ephemerals: Ephemerals) -> BuildStep:
        materialized = self.materialized(node)
        file = node.place.file
        if node.kind is NodeKind.SEED:
            sql = _seeds.seed_sql(node, self.project.file_text(file), self.plan.errors)
            return BuildStep(node.unique_id, node.name, "seed", "seed", self.relation(node), sql, (), (), file)
        rendered = self.rendered[node.unique_id]
        config = {**node.config, **rendered.config}
        for key, what in _REFUSED_CONFIG.items():
            if not config.get(key) or _is_contract_unenforced(key, config[key]):
                continue
            own = key in rendered.config or (node.declaration is not None and key in node.declaration.config)
            if own or key not in _POST_HOOKS or materialized == "view":
                self.refuse(file, what)
        if node.kind is NodeKind.MODEL and materialized not in MATERIALIZATIONS:
            self.refuse(file, f"the materialisation {materialized!r}")
        parents = parents_of(rendered)
        sql = ephemerals.inlined(rendered.sql, parents)
        if node.kind is NodeKind.SNAPSHOT:
            sql, refusal = _snapshots.snapshot_sql(config, sql)
            if refusal:
                self.refuse(file, refusal)
        return BuildStep(
            node.unique_id,
            node.name,
            node.kind.value,
            materialized,
            self.relation(node),
            sql,
            ephemerals.inputs(parents),
            parents,
            file,
            tuple(sorted(rendered.macros)),
            config,
        )

    def check_names(self) -> None:
        """Record an error for relations that have the same name."""
        seen: dict[tuple[str, str], str] = {}
        for uid, step in self.plan.steps.items():
            other = seen.setdefault(step.relation.key, uid)
            if other != uid:
                name = ".".join(step.relation.key)
                self.plan.errors.append(f"{step.file}: {step.name} and {self.plan.steps[other].name} are both {name}")


def dbt_macro_names() -> frozenset[str]:
    """Return the names of the functions and macros in dbt and its adapters, with and without the adapter's prefix."""
    names = Path(__file__).with_name("dbt_macros.txt").read_text().split()
    stems = (name.partition("__")[2] for name in names)
    return frozenset({*names, *filter(None, stems)}) | _BUILTINS


def _is_contract_unenforced(key: str, value: object) -> bool:
    return key == "contract" and isinstance(value, Mapping) and not value.get("enforced")


def _other_hooks(settings: object) -> list[str]:
    """Return the post-hooks in settings, at whatever level, that do more than analyze a table."""
    if not isinstance(settings, Mapping):
        return []
    found = []
    for key, value in settings.items():
        if str(key).removeprefix("+") in _POST_HOOKS:
            hooks = value if isinstance(value, list) else [value]
            found += [str(hook) for hook in hooks if not _ANALYZES.fullmatch(str(hook))]
        else:
            found += _other_hooks(value)
    return found


def _yaml(path: Path) -> Mapping[str, Any]:
    import yaml

    try:
        document = yaml.safe_load(path.read_text())
    except (OSError, UnicodeDecodeError, yaml.YAMLError):
        return {}
    return document if isinstance(document, dict) else {}
