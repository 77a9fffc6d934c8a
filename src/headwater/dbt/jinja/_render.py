"""Renders the templates of a project, each within its budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import jinja2
from jinja2.utils import missing

from headwater.dbt._problems import Location, Problem, ProblemKind
from headwater.dbt._resources import Macro, Node
from headwater.dbt.jinja._budget import RenderingBudget
from headwater.dbt.jinja._functions import TemplateFunctions
from headwater.dbt.jinja._names import RenderableProject
from headwater.dbt.jinja._rendered import Rendered
from headwater.dbt.jinja._rendering import Rendering
from headwater.dbt.jinja._sandbox import MACRO_PREFIX, TemplateEnvironment, split_marks
from headwater.dbt.jinja._signals import CompilerError, WarehouseError

Columns = Callable[[Node], "Sequence[str] | None"]
_VALUES = Location("dbt_project.yml", 1)
_MAX_TEMPLATE = 1_000_000


class Renderer:
    """Renders the templates of one project, one at a time.

    Args:
        columns: Returns a node's columns for macros that request them, if they are known.
    """

    def __init__(self, project: RenderableProject, columns: Columns = lambda _node: None) -> None:
        self.project = project
        self.columns = columns
        self._running: list[Rendering] = []
        self._modules: dict[tuple[str, str], Any] = {}
        self._short: dict[tuple[str, str, str], jinja2.Template] = {}
        self._sandbox = TemplateEnvironment(self._undefined(), self._find)

    def functions(self, rendering: Rendering) -> TemplateFunctions:
        """Return the functions and objects that dbt provides to templates."""
        return TemplateFunctions(rendering, rendering.relation(rendering.node))

    def render(self, text: str, node: Node, snapshot: str | None = None) -> Rendered:
        """Render the SQL of a node.

        A template that queries the warehouse is rendered again as dbt renders it while parsing (``execute`` is false).
        """
        first = self._attempt(text, node, snapshot, execute=True)
        if not isinstance(first, WarehouseError):
            return first
        second = self._attempt(text, node, snapshot, execute=False)
        if isinstance(second, WarehouseError):  # the template queries without checking `execute`
            rendered = Rendered(failed=True)
            rendered.problems.append(_problem(ProblemKind.WAREHOUSE, second, node.place, node.unique_id))
            return rendered
        second.introspected = first.introspected | second.introspected
        second.problems.append(_problem(ProblemKind.WAREHOUSE, first, node.place, node.unique_id))
        return second

    def _attempt(self, text: str, node: Node, snapshot: str | None, *, execute: bool) -> Rendered | WarehouseError:
        rendering = Rendering(self, node, execute)
        outer = self._sandbox.budget, self._sandbox.snapshot
        self._running.append(rendering)
        self._sandbox.budget, self._sandbox.snapshot = RenderingBudget(), snapshot
        try:
            return rendering.run(text, self._sandbox.budget)
        except WarehouseError as error:
            return error
        finally:
            self._running.pop()
            self._sandbox.budget, self._sandbox.snapshot = outer

    def value(self, text: str, node: Node) -> Any:
        """Render a text from a YAML file, and convert a result that looks like a number, a boolean or None.

        Raises:
            ValueError: The text cannot be rendered. The message contains the reason.
        """
        rendered = self.render(text, replace(node, place=_VALUES))  # templates are cached by location
        if rendered.failed:
            raise ValueError(rendered.problems[0].message)
        text = rendered.sql.strip()
        return {"True": True, "False": False, "None": None, "true": True, "false": False}.get(text, text)

    @property
    def current(self) -> Rendering:
        """The current rendering."""
        return self._running[-1]

    def compile(self, text: str, file: str, package: str) -> jinja2.Template:
        """Compile a template. Short templates are cached, because YAML files repeat the same values."""
        key = (text, file, package)
        template = self._short.get(key)
        if template is None:
            template = self._compile(text, file, package)
            if len(text) < 1000 and len(self._short) < 10_000:
                self._short[key] = template
        return template

    def _compile(self, text: str, file: str, package: str) -> jinja2.Template:
        if len(text) > _MAX_TEMPLATE or "\0" in text:
            raise CompilerError("is too large or not text")
        return self._sandbox.model(text, file, package)

    def nested(self, text: str, package: str) -> str:
        """Render a text within the current rendering."""
        template = self.compile(text, "dbt_project.yml", package)
        return split_marks("".join(template.root_render_func(template.new_context({}))))[0]

    def macro(self, macro: Macro) -> Any:
        """Return a macro, compiling its file when it is first called."""
        key = (macro.package, macro.place.file)
        if key not in self._modules:
            text = self.project.text(macro.place)
            if len(text) > _MAX_TEMPLATE or "\0" in text:
                raise CompilerError(f"{macro.place.file} is too large or not text")
            self._modules[key] = self._sandbox.macros(text, macro.place.file, macro.package)
        return getattr(self._modules[key], MACRO_PREFIX + macro.name, None)

    def forget_macros(self) -> None:
        """Forget compiled macros, because their files have changed."""
        self._modules.clear()

    def _find(self, name: str, package: str) -> Any:
        if not self._running:
            return missing
        return self.current.find(name, package)

    def _undefined(self) -> type[jinja2.Undefined]:
        renderer = self

        class Absent(jinja2.ChainableUndefined):
            """An undefined name, which prints as nothing. Calling it leaves a named gap in the SQL."""

            __slots__ = ("_path",)

            def __getattr__(self, name: str) -> Any:
                if name[:2] == "__":
                    raise AttributeError(name)
                return Absent(name=f"{self._undefined_name}.{name}")

            def __getitem__(self, name: Any) -> Any:
                return Absent(name=f"{self._undefined_name}.{name}")

            def __call__(self, *_args: Any, **_kwargs: Any) -> Any:
                return renderer.current.gap(str(self._undefined_name))

        return Absent


def _problem(kind: ProblemKind, error: WarehouseError, place: Location, node: str) -> Problem:
    return Problem(kind, error.place or place, str(error), node)
