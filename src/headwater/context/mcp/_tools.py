"""Defines the tools of the MCP server, with the descriptions that agents read.

Each description says when to use this tool rather than another. Argument names have the same meaning in all tools:
``name`` is a model or table, ``column`` is ``model.column``, and ``page`` continues a truncated answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Literal

from pydantic import Field

from headwater.context.engines import ReadLimits
from headwater.context.live import LiveProject
from headwater.context.mcp import _answers as say
from headwater.context.mcp import _tables as tables
from headwater.context.mcp._pages import paged
from headwater.context.search import DocumentKind
from headwater.context.semantic import Grain, MetricQuery
from headwater.context.verify import compare_tables, comparison_lines, verified_lines, verify_model
from headwater.context.wiki import read_page
from headwater.errors import RequestError

_SECONDS = 30.0
_MOST_EDGES = 400

_INSTRUCTIONS = (
    "What is known of this project's data and dbt models, read from its files and databases as they are now. Ask here"
    " before you grep: search finds names, show describes a model or table."
)
_OF_DBT = (
    "Upstream and impact follow columns through the SQL with file and line. After a dbt run, verify_model says whether"
    " a built model is as declared and has lost or multiplied no rows."
)

Name = Annotated[str, Field(description="A model, source table, seed, snapshot or database table.")]
ColumnArgument = Annotated[str, Field(description="model.column, such as orders.amount.")]
Page = Annotated[int, Field(ge=1, description="Goes on in a long answer.")]
Kinds = Literal["table", "column", "model", "metric", "page", "value"]
Grains = Literal["year", "quarter", "month", "week", "day", "hour", "minute"]


class ContextTools:
    """The tools of one project. Each public method is a tool; its docstring is the description that agents read."""

    def __init__(self, project: LiveProject) -> None:
        self._project = project

    def all(self) -> list[Callable[..., str]]:
        """Return the tools in the order in which agents see them.

        Without a dbt project, tools that need one are omitted.
        """
        of_dbt: list[Callable[..., str]] = [
            self.column,
            self.upstream,
            self.downstream,
            self.impact,
            self.path,
            self.difference,
            self.contract,
            self.verify_model,
        ]
        return [
            self.search,
            self.show,
            *(of_dbt if self._project.dbt_folder is not None else ()),
            self.compare_tables,
            self.query_metrics,
            self.query_sql,
            self.read_page,
        ]

    def instructions(self) -> str:
        """Return the server's instructions for agents."""
        return f"{_INSTRUCTIONS} {_OF_DBT}" if self._project.dbt_folder is not None else _INSTRUCTIONS

    # finding

    def search(
        self,
        words: Annotated[str, Field(description="A few words, identifiers, or a value such as EMEA.")],
        kinds: Annotated[tuple[Kinds, ...], Field(description="Only these.")] = (),
        limit: Annotated[int, Field(ge=1, le=50)] = 10,
        page: Page = 1,
    ) -> str:
        """Find models, tables, columns, metrics, wiki pages and values by words.

        Use it first if you do not know a name, or where a value occurs.
        """
        return paged(tables.hit_lines(self._project.search(words, limit, [DocumentKind(kind) for kind in kinds])), page)

    def show(
        self,
        name: Annotated[str, Field(description="A model or table; without it, all that there is.")] = "",
        page: Page = 1,
    ) -> str:
        """Describe a model or table; without a name, list the databases, tables and the dbt project.

        The answer has file, description, parents, children, tests, and each column with type, nulls, distinct values
        and range as they are in the database now. Rows and values of a server's table are those of the last scan, and
        the answer says so.
        """
        if not name:
            return paged(tables.overview_lines(self._project), page)
        self._project.reread()
        node = self._project.node(name)
        table = self._project.table_of(node) if node is not None else self._project.table(name)
        measured = self._project.with_profile(table) if table is not None else None
        return paged(tables.table_lines(self._project, node, measured), page)

    # lineage

    def column(self, column: ColumnArgument, page: Page = 1) -> str:
        """Describe one column, with one step of lineage in each direction.

        The answer has its type and description, the columns and expressions that it derives from, the joins and filters
        that decide its rows, its readers, and its tests.
        """
        return paged(say.column_lines(self._project.lineage().column(column)), page)

    def upstream(
        self,
        name: Annotated[str, Field(description="model.column, or a model for its parents.")],
        depth: Annotated[int | None, Field(ge=1, description="Steps to go; all if not given.")] = None,
        rows: Annotated[bool, Field(description="Follow filters, join and group keys, too.")] = False,
        page: Page = 1,
    ) -> str:
        """Trace a column upstream to its sources, each step with its SQL expression, file and line.

        Use it to find where a wrong value comes from. With rows=true it also follows what decides which rows exist: use
        that for wrong row counts.
        """
        return self._trace(name, depth, rows, page, up=True)

    def downstream(
        self,
        name: Annotated[str, Field(description="model.column, or a model for its children.")],
        depth: Annotated[int | None, Field(ge=1, description="Steps to go; all if not given.")] = None,
        rows: Annotated[bool, Field(description="Follow filters, join and group keys, too.")] = False,
        page: Page = 1,
    ) -> str:
        """Trace what a column feeds, each step with its expression, file and line. For what would break, use impact."""
        return self._trace(name, depth, rows, page, up=False)

    def _trace(self, name: str, depth: int | None, rows: bool, page: int, *, up: bool) -> str:
        lineage = self._project.lineage()
        if lineage.is_relation(name):
            ask = lineage.upstream_relations if up else lineage.downstream_relations
            return paged(say.relation_lines(ask(name, depth=depth, limit=_MOST_EDGES), up=up), page)
        follow = lineage.upstream if up else lineage.downstream
        return paged(say.trace_lines(follow(name, rows=rows, depth=depth, limit=_MOST_EDGES), up=up), page)

    def impact(self, column: ColumnArgument, page: Page = 1) -> str:
        """List what a change of a column can affect.

        The answer has columns by model, models whose rows it decides, marts, exposures, metrics, and the tests that
        would notice. Use it before you change a column.
        """
        return paged(say.impact_lines(self._project.lineage().impact(column, limit=2000)), page)

    def path(
        self,
        first: ColumnArgument,
        second: ColumnArgument,
        page: Page = 1,
    ) -> str:
        """Show how one column is derived from another, step by step, in either direction."""
        return paged(say.path_lines(self._project.lineage().path(first, second)), page)

    def difference(self, first: ColumnArgument, second: ColumnArgument, page: Page = 1) -> str:
        """Explain why two columns that should agree differ.

        The answer has their common ancestors, the expressions on either path, and the filters, joins and groups on one
        path only. Use it when two numbers differ.
        """
        return paged(say.difference_lines(self._project.lineage().diff(first, second)), page)

    def contract(
        self,
        name: Annotated[str, Field(description="Only what is about this model.")] = "",
        page: Page = 1,
    ) -> str:
        """Compare what YAML declares with what SQL and database have.

        The answer has missing models and columns, dangling refs, tables that are read without ref or source, and files
        that do not parse. Use it to find what is left to build or is broken.
        """
        return paged(say.contract_lines(self._project.lineage(), name), page)

    # data

    def verify_model(self, name: Annotated[str, Field(description="A model that is built.")], page: Page = 1) -> str:
        """Check a built model by queries. Use it after each dbt run of a model that you changed.

        It checks columns and types against YAML, declared tests, the key, columns that are all null, and for each
        parent whether rows were lost, multiplied, or joined to nothing.
        """
        return paged(verified_lines(verify_model(self._project, name)), page)

    def compare_tables(
        self,
        first: Name,
        second: Name,
        key: Annotated[tuple[str, ...], Field(description="Columns that name a row; found if not given.")] = (),
        page: Page = 1,
    ) -> str:
        """Compare two tables of one database: rows that only one has, columns whose values differ, with examples.

        Use it to see the effect of a change, against a copy made before.
        """
        return paged(comparison_lines(compare_tables(self._project, first, second, key)), page)

    def query_metrics(
        self,
        measures: Annotated[tuple[str, ...], Field(description="Such as revenue or orders.revenue.")] = (),
        dimensions: Annotated[tuple[str, ...], Field(description="customers.segment or ordered_at:month.")] = (),
        filters: Annotated[tuple[str, ...], Field(description="Such as status = 'paid'; all hold.")] = (),
        having: Annotated[tuple[str, ...], Field(description="Conditions on measures.")] = (),
        grain: Annotated[Grains | None, Field(description="For times without one of their own.")] = None,
        order_by: Annotated[tuple[str, ...], Field(description="Such as revenue desc.")] = (),
        limit: Annotated[int, Field(ge=1, le=500)] = 50,
        page: Page = 1,
    ) -> str:
        """Query the semantic layer for measures by dimensions; it handles joins and fan-out.

        Without measures and dimensions it lists the available ones. Prefer it to query_sql if it has the measure.
        """
        if not measures and not dimensions:
            return paged(tables.layer_lines(self._project.layer().layer), page)
        query = MetricQuery(
            measures=measures,
            dimensions=dimensions,
            grain=Grain(grain) if grain else None,
            filters=filters,
            having=having,
            order_by=order_by,
            limit=limit,
        )
        result = self._project.ask(query, ReadLimits(rows=limit, seconds=_SECONDS, cell=200))
        names = [column.name for column in result.compiled.columns]
        lines = [*tables.rows_lines(names, result.answer.rows, result.answer.truncated), *result.compiled.notes]
        return paged([*lines, f"SQL: {' '.join(result.compiled.sql.split())}"], page)

    def query_sql(
        self,
        sql: Annotated[str, Field(description="One SELECT in the database's dialect.")],
        source: Annotated[str | None, Field(description="Which database, where several have the tables.")] = None,
        rows: Annotated[int, Field(ge=1, le=500, description="At most so many.")] = 50,
        page: Page = 1,
    ) -> str:
        """Run one read-only query: no files, no writes, 30 seconds. For a table's columns and statistics use show."""
        if not sql.strip():
            raise RequestError("is empty", where="sql", fix="write one SELECT")
        answer = self._project.query(sql, ReadLimits(rows=rows, seconds=_SECONDS, cell=200), source)
        names = [column.name for column in answer.columns]
        return paged(tables.rows_lines(names, answer.rows, answer.truncated), page)

    def read_page(self, path: Annotated[str, Field(description="As search gives it.")], page: Page = 1) -> str:
        """Read a page of the wiki: what people wrote about a model, source or metric."""
        found = read_page(self._project.index.wiki, path)
        return paged(_text(found.title, found.summary, found.body), page)


def _text(title: str, summary: str, body: str) -> Iterable[str]:
    return [line for line in (title, summary, *body.splitlines()) if line]
