"""Defines the functions and objects that dbt provides to templates."""

from __future__ import annotations

import datetime
import hashlib
import itertools
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from headwater.dbt._problems import ProblemKind
from headwater.dbt._resources import Reference
from headwater.dbt._yaml import YamlError, read_yaml
from headwater.dbt.jinja._dbt_macros import dbt_macros
from headwater.dbt.jinja._dbt_utils import dbt_utils_macros
from headwater.dbt.jinja._regex import SafeRe
from headwater.dbt.jinja._relation import ApiColumn, Relation, quote_character
from headwater.dbt.jinja._rendering import Namespace, Rendering
from headwater.dbt.jinja._signals import UNRESOLVED, CompilerError, Returned

_NOT_GIVEN = object()


class TemplateFunctions:
    """The functions and objects that one rendering provides, keyed by name.

    Each one is created on first use, because most templates use only two or three.

    Args:
        this: The relation of the rendered node.
    """

    def __init__(self, rendering: Rendering, this: Relation) -> None:
        self._rendering = rendering
        self._values: dict[str, Any] = {"this": this}

    def get(self, name: str, default: Any = None) -> Any:
        """Return a function, object or constant by its name."""
        if name not in self._values:
            make = _MAKERS.get(name)
            if make is not None:
                self._values[name] = make(self._rendering)
            elif name == "builtins":
                self._values[name] = NamedValues(**{one: self.get(one) for one in ("ref", "source", "config")})
            elif name == "context":
                names = ("this", "builtins", *_MAKERS)
                self._values[name] = self._dbt | {one: self.get(one) for one in names}
            else:
                return self._dbt.get(name, default)
        return self._values[name]

    def substitute(self, package: str, name: str) -> Any:
        """Return Headwater's replacement for a macro from dbt or from a missing package, or None if there is none."""
        if package == "dbt_utils":
            return self._dbt_utils.get(name)
        return self._dbt.get(name) if package == "dbt" else None

    @cached_property
    def _dbt(self) -> dict[str, Callable[..., Any]]:
        return {**dbt_macros(self._rendering.project.target.type), **_macros_of_dbt(self._rendering)}

    @cached_property
    def _dbt_utils(self) -> dict[str, Callable[..., Any]]:
        return dbt_utils_macros(self._rendering, self._dbt)


class NamedValues:
    """An object with named values as its attributes."""

    def __init__(self, **members: Any) -> None:
        self.__dict__.update(members)


class Config:
    """The value of ``config``, which records and returns the configuration that a template passes."""

    def __init__(self, rendering: Rendering) -> None:
        self._rendering = rendering

    def __call__(self, *args: Any, **kwargs: Any) -> str:
        """Record configuration for the node."""
        for arg in args:
            if isinstance(arg, dict):
                self._rendering.result.config.update(arg)
        self._rendering.result.config.update(kwargs)
        return ""

    def get(self, name: str, default: Any = None, validator: Any = None) -> Any:  # noqa: ARG002 - dbt's signature
        """Return a configured value."""
        config = self._rendering.result.config
        return config[name] if name in config else self._rendering.node.config.get(name, default)

    def require(self, name: str, validator: Any = None) -> Any:
        """Return a configured value that is required."""
        return self.get(name, validator=validator)

    def meta_get(self, name: str, default: Any = None) -> Any:
        """Return a value from ``meta``."""
        meta = self.get("meta")
        return meta.get(name, default) if isinstance(meta, dict) else default

    def persist_relation_docs(self) -> bool:
        """Return False, because no descriptions are persisted."""
        return False

    def persist_column_docs(self) -> bool:
        """Return False, because no descriptions are persisted."""
        return False


class Var:
    """The value of ``var``, which gives access to the project's variables.

    Text variables may be templates themselves.
    """

    def __init__(self, rendering: Rendering) -> None:
        self._rendering = rendering

    def __call__(self, name: str, default: Any = _NOT_GIVEN) -> Any:
        """Return a variable."""
        variables = self._rendering.project.variables(self._rendering.node.package)
        if name not in variables:
            if default is _NOT_GIVEN:
                self._rendering.problem(ProblemKind.VARIABLE, f"var('{name}') has no value and no default")
                return f"{UNRESOLVED}var_{name}"
            return default
        value = variables[name]
        return self._rendering.nested(value) if isinstance(value, str) and "{" in value else value

    def has_var(self, name: str) -> bool:
        """Return whether a variable has a value."""
        return name in self._rendering.project.variables(self._rendering.node.package)


class Adapter:
    """The value of ``adapter``, with ``dispatch`` and the methods that need no warehouse."""

    def __init__(self, rendering: Rendering) -> None:
        self._rendering = rendering

    def dispatch(self, macro_name: str, macro_namespace: Any = None, packages: Any = None) -> Any:
        """Return the macro for the project's adapter."""
        namespace = macro_namespace if isinstance(macro_namespace, str) else None
        if namespace is None and isinstance(macro_namespace or packages, Sequence):
            namespace = str((macro_namespace or packages)[-1])
        if "." in macro_name:
            namespace, macro_name = macro_name.split(".", 1)
        return self._rendering.dispatched(macro_name, namespace)

    def get_columns_in_relation(self, relation: Any) -> list[ApiColumn]:
        """Return the columns of a relation."""
        mark = quote_character(self._rendering.project.target.type)
        node = self._rendering.known(relation)
        declared = node.columns if node else {}
        return [
            ApiColumn(name, (declared[name.lower()].data_type or "text") if name.lower() in declared else "text", mark)
            for name in self._rendering.columns_of(relation)
        ]

    def get_relation(self, database: Any = None, schema: Any = None, identifier: Any = None) -> Relation | None:
        """Return a relation, which is assumed to exist. While parsing, return None."""
        if not self._rendering.execute:
            return None
        mark = quote_character(self._rendering.project.target.type)
        return replace(Relation.create(database, schema, identifier), quote_character=mark)

    def quote(self, identifier: Any) -> str:
        """Quote a name."""
        mark = quote_character(self._rendering.project.target.type)
        return f"{mark}{identifier}{mark}"

    def quote_as_configured(self, identifier: Any, quote_key: Any) -> str:  # noqa: ARG002 - dbt's signature
        """Return a name unchanged."""
        return str(identifier)

    def type(self) -> str:
        """Return the adapter's name."""
        return self._rendering.project.target.type

    def check_schema_exists(self, *_args: Any) -> bool:
        """Return True, as if every schema existed."""
        return True

    def __getattr__(self, name: str) -> Any:
        if name[:1] == "_":
            raise AttributeError(name)

        def unanswered(*_args: Any, **_kwargs: Any) -> Any:
            return self._rendering.ask_warehouse(f"adapter.{name}")

        return unanswered


def _ref(rendering: Rendering) -> Callable[..., Relation]:
    def ref(*args: Any, **kwargs: Any) -> Relation:
        version = kwargs.get("v", kwargs.get("version"))
        names = tuple(map(str, args))
        return rendering.refer(
            Reference("ref", names, rendering.place(), None if version is None else str(version)), ProblemKind.REF
        )

    return ref


def _source(rendering: Rendering) -> Callable[..., Relation]:
    def source(*args: Any) -> Relation:
        return rendering.refer(Reference("source", tuple(map(str, args)), rendering.place()), ProblemKind.SOURCE)

    return source


def _env_var(rendering: Rendering) -> Callable[..., str]:
    def env_var(name: str, default: Any = _NOT_GIVEN) -> str:
        # Templates must not read this process's environment, because it may contain secrets and differs between
        # machines.
        if default is _NOT_GIVEN:
            rendering.problem(ProblemKind.VARIABLE, f"env_var('{name}') has no default; the environment is not read")
            return f"{UNRESOLVED}env_{name}"
        return str(default)

    return env_var


def _macros_of_dbt(rendering: Rendering) -> dict[str, Callable[..., Any]]:
    """Return replacements for dbt's macros that query the warehouse or depend on the run."""

    def ask(what: str) -> Callable[..., Any]:
        return lambda *_, **__: rendering.ask_warehouse(what)

    def statement(name: Any = None, caller: Any = None, **_options: Any) -> Any:  # noqa: ARG001 - dbt's signature
        return rendering.ask_warehouse("statement")

    def partial_parse(relation: Any = None, *_: Any, **__: Any) -> Any:
        return relation

    return {
        "is_incremental": lambda: False,
        "should_full_refresh": lambda: False,
        "run_query": ask("run_query"),
        "run_query_as": ask("run_query_as"),
        "statement": statement,
        "load_result": ask("load_result"),
        "store_result": _nothing,
        "load_relation": partial_parse,
        "get_columns_in_relation": lambda relation: Adapter(rendering).get_columns_in_relation(relation),
        "generate_alias_name": lambda custom_alias_name=None, node=None: custom_alias_name or rendering.node.name,  # noqa: ARG005
        "generate_schema_name": lambda custom_schema_name=None, node=None: (  # noqa: ARG005
            custom_schema_name or rendering.project.target.schema
        ),
        "generate_database_name": lambda custom_database_name=None, node=None: (  # noqa: ARG005
            custom_database_name or rendering.project.target.database
        ),
        "get_columns_in_query": ask("get_columns_in_query"),
    }


def _model(rendering: Rendering) -> dict[str, Any]:
    node = rendering.node
    return {
        "name": node.name,
        "alias": node.identifier,
        "unique_id": node.unique_id,
        "package_name": node.package,
        "resource_type": node.kind.value,
        "path": node.path,
        "original_file_path": node.place.file,
        "fqn": [node.package, *node.path.split("/")],
        "schema": node.schema,
        "database": node.database,
        "config": dict(node.config),
        "tags": node.config.get("tags", []),
        "columns": {
            name: {"name": column.name, "data_type": column.data_type} for name, column in node.columns.items()
        },
    }


def _nothing(*_args: Any, **_kwargs: Any) -> str:
    return ""


def _raise(message: Any = "", *_args: Any, **_kwargs: Any) -> Any:
    raise CompilerError(str(message)[:300])


def _return(value: Any = None) -> Any:
    raise Returned(value)


def _from_json(text: Any, default: Any = None) -> Any:
    try:
        return json.loads(str(text)[:100_000])
    except (ValueError, RecursionError):
        return default


def _to_json(value: Any, default: Any = None, sort_keys: Any = False) -> Any:
    try:
        return json.dumps(value, sort_keys=bool(sort_keys))
    except (ValueError, TypeError, RecursionError):
        return default


def _from_yaml(text: Any, default: Any = None) -> Any:
    try:
        return read_yaml(str(text)[:100_000])
    except YamlError:
        return default


def _timezone(_name: Any) -> datetime.tzinfo:
    return datetime.UTC


# This is a constant, so that every rendering of a template returns the same text.
_STARTED = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
_DATETIME: Mapping[str, Any] | NamedValues = NamedValues(
    datetime=datetime.datetime,
    date=datetime.date,
    time=datetime.time,
    timedelta=datetime.timedelta,
    timezone=datetime.timezone,
)
_ITERTOOLS = NamedValues(
    chain=itertools.chain,
    zip_longest=itertools.zip_longest,
    islice=itertools.islice,
)
_MAKERS: Mapping[str, Callable[[Rendering], Any]] = {
    "ref": _ref,
    "source": _source,
    "var": Var,
    "env_var": _env_var,
    "config": Config,
    "model": _model,
    "target": lambda rendering: rendering.project.target,
    "execute": lambda rendering: rendering.execute,
    "adapter": Adapter,
    "api": lambda _: NamedValues(Relation=Relation, Column=ApiColumn),
    "exceptions": lambda _: NamedValues(raise_compiler_error=_raise, warn=_nothing, raise_not_implemented=_raise),
    "return": lambda _: _return,
    "log": lambda _: _nothing,
    "print": lambda _: _nothing,
    "project_name": lambda rendering: rendering.project.name,
    "schema": lambda rendering: rendering.project.target.schema,
    "database": lambda rendering: rendering.project.target.database,
    "flags": lambda _: NamedValues(FULL_REFRESH=False, WHICH="compile", STORE_FAILURES=False, FAIL_FAST=False),
    "modules": lambda _: NamedValues(
        datetime=_DATETIME, re=SafeRe(), itertools=_ITERTOOLS, pytz=NamedValues(timezone=_timezone)
    ),
    "run_started_at": lambda _: _STARTED,
    "invocation_id": lambda _: "00000000-0000-0000-0000-000000000000",
    "dbt_version": lambda _: "1.10.0",
    "thread_id": lambda _: "Thread-1",
    "invocation_args_dict": lambda _: {},
    "dbt_metadata_envs": lambda _: {},
    "selected_resources": lambda _: [],
    "fromjson": lambda _: _from_json,
    "tojson": lambda _: _to_json,
    "fromyaml": lambda _: _from_yaml,
    # JSON is valid YAML.
    "toyaml": lambda _: _to_json,
    "set": lambda _: lambda values=(), default=None: set(values),  # noqa: ARG005 - dbt's signature
    "set_strict": lambda _: set,
    "zip": lambda _: lambda *lists: list(zip(*lists, strict=False)),
    "zip_strict": lambda _: lambda *lists: list(zip(*lists, strict=True)),
    "local_md5": lambda _: lambda value: hashlib.md5(str(value).encode(), usedforsecurity=False).hexdigest(),
    "doc": lambda _: lambda *names: "",  # noqa: ARG005
    "graph": lambda _: NamedValues(nodes={}, sources={}, exposures={}, metrics={}),
    "dbt": lambda rendering: Namespace("dbt", rendering),
    "dbt_utils": lambda rendering: Namespace("dbt_utils", rendering),
}
"""Factories for the names that dbt provides to templates, except `this`, dbt's macros, and the context itself."""
