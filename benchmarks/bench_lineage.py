"""Column lineage of a project of 260 models and about 6,600 columns; baseline: other tools on the same project.

The script builds the project, lets dbt run it on DuckDB (peers need its manifest and catalog), and installs each tool
in a virtual environment of its own below a scratch folder, which takes minutes. The timed parts take seconds.

Times are processor time, of the process or of the processes that it started, so that other load on the machine changes
them little; only questions over MCP, which two processes answer in turns, are timed by the clock.

``--keep DIR`` keeps project and environments for the next run. ``--models N`` also times queries on the graph of a
project of N models, which consists of copies of the first one that share a domain.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from _dbt_project import Generator, write_project
from _scratch import show

from headwater.context.lineage import LineageIndex

UV = Path(sys.executable).with_name("uv")
REPEATS = 5
HEADWATER_SCRIPT = """
import sys, pathlib
from headwater.context.lineage import LineageIndex
index = LineageIndex.open(sys.argv[1], cache=pathlib.Path(sys.argv[2]))
index.refresh()
index.save()
"""
NOTHING = """
from mcp.server.mcpserver import MCPServer
server = MCPServer("nothing", log_level="CRITICAL")
@server.tool(structured_output=False)
def nothing(name: str) -> str:
    return name
server.run("stdio")
"""
COLUMN_LINEAGE = """
import json, logging, sys, time
from dbt_column_lineage.lineage import DbtSqlglot
logger = logging.getLogger("quiet")
DbtSqlglot(logger)
for model, column in json.loads(sys.argv[1]):
    begun = time.process_time()
    DbtSqlglot(logger).column_lineage(model, column, False)
    print(time.process_time() - begun)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", type=Path, metavar="DIR")
    parser.add_argument("--models", type=int, default=100_000, metavar="N")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="headwater-bench-") as scratch:
        folder = options.keep or Path(scratch)
        project = folder / "project"
        generator = write_project(project)
        columns = sum(len(model.columns) for model in generator.models)
        print(f"{len(generator.models)} models, {columns} columns")
        headwater_seconds = time_ours(project)
        time_edits(project)
        time_queries(open_index(project), "260 models")
        time_mcp(project)
        run_dbt(folder, project, generator)
        time_peers(folder, project, generator, headwater_seconds)
        time_large(project, options.models)


# ours


def open_index(project: Path, cache: str = "bench.bin") -> LineageIndex:
    index = LineageIndex.open(project, cache=project / cache)
    index.refresh()
    return index


def time_ours(project: Path) -> float:
    """Time everything from nothing, in this process and in a new one."""
    cache = project / "bench.bin"
    reading, resolving, total, loading = [], [], [], []
    for _ in range(REPEATS + 1):  # the first run imports the parser
        cache.unlink(missing_ok=True)
        index = LineageIndex.open(project, cache=cache)
        reading.append(_timed(lambda index=index: (index.project.refresh(), index.project.nodes)))  # type: ignore[misc]
        index = LineageIndex.open(project, cache=cache)
        resolving.append(_timed(index.refresh) - reading[-1])
        index.save()
        loading.append(_timed(lambda: LineageIndex.open(project, cache=cache)))
    for _ in range(REPEATS):
        cache.unlink()
        total.append(_timed_child(lambda: _run(sys.executable, "-c", HEADWATER_SCRIPT, project, cache)))
    show("reading the project (what dbt calls parse)", reading[1:])
    show("rendering, parsing, lineage of all columns", resolving[1:], claim=0.6)
    show("opening an index that is there", [one * 1000 for one in loading[1:]], claim=10, unit="ms")
    return show("all of it as a process of its own", total)


def time_edits(project: Path) -> None:
    """Time the update after one edit, for models of each layer."""
    index = open_index(project)
    files = sorted(project.glob("models/**/*.sql"))
    random.Random(1).shuffle(files)
    times = []
    for number, file in enumerate(files[:25]):
        text = file.read_text()
        file.write_text(
            f"{text}\n-- {number}\n" if number % 2 else text.replace("select\n", f"select {number} as one,\n", 1)
        )
        times.append(_timed(index.refresh) * 1000)
        file.write_text(text)
        index.refresh()
    show("following one edit", times, claim=20, unit="ms")


def time_queries(index: LineageIndex, what: str, count: int = 300, claim: float = 1) -> None:
    """Time each question for many columns; the worst counts."""
    chosen = list(_columns(index, count))
    for name, ask in (
        ("upstream", index.upstream),
        ("downstream", index.downstream),
        ("impact", index.impact),
        ("column", index.column),
    ):
        times = [_timed(lambda ask=ask, column=column: ask(column)) * 1000 for column in chosen]  # type: ignore[misc]
        show(f"{name}, {what}", times, claim=claim, unit="ms")
    pairs = itertools.pairwise(chosen)
    times = [_timed(lambda pair=pair: index.path(*pair)) * 1000 for pair in pairs]  # type: ignore[misc]
    show(f"path, {what}", times, claim=claim, unit="ms")
    pairs = itertools.pairwise(chosen)
    times = [_timed(lambda pair=pair: index.diff(*pair)) * 1000 for pair in pairs]  # type: ignore[misc]
    show(f"diff, {what}", times, claim=claim, unit="ms")


def time_mcp(project: Path) -> None:
    """Time questions as an agent asks them: each checks all files for changes before it is answered."""
    from headwater.agents.data_agent.mcp import McpConnection

    chosen = list(_columns(open_index(project), 200))
    command = [str(Path(sys.executable).with_name("headwater")), "mcp", "--project", str(project)]
    with (
        McpConnection("headwater", command, {}) as headwater_server,
        McpConnection("nothing", [sys.executable, "-c", NOTHING], {}) as nothing,
    ):
        tools = {
            tool.name.rpartition("__")[2]: tool for server in (headwater_server, nothing) for tool in server.tools()
        }
        tools["column"].run({"column": chosen[0]})
        arguments = {"upstream": "name", "impact": "column", "nothing": "name"}
        times: dict[str, list[float]] = {name: [] for name in arguments}
        for column in chosen:  # in turns, so that other load affects both in the same way
            for name, argument in arguments.items():
                start = time.perf_counter()
                tools[name].run({argument: column})
                times[name].append((time.perf_counter() - start) * 1000)
    for name in ("upstream", "impact"):
        show(f"{name} over MCP, 260 models, by the clock", times[name], claim=5, unit="ms")
    show("  of it the SDK: a tool that does nothing", times["nothing"], unit="ms")


def _columns(index: LineageIndex, count: int) -> Iterator[str]:
    chooser = random.Random(3)
    relations = index.relations()
    for relation in chooser.choices(relations, k=count):
        columns = index.columns(relation)
        if columns:
            yield str(chooser.choice(columns))


# dbt and peers


def run_dbt(folder: Path, project: Path, generator: Generator) -> None:
    """Let dbt build the project on empty tables and write its catalog."""
    python = environment(folder, "dbt", "dbt-core==1.10.23", "dbt-duckdb==1.11.1")
    if (project / "target/catalog.json").exists():
        return
    statements = [
        f"create schema if not exists {table.split('.')[0]};"
        f" create or replace table {table} ({', '.join(f'{name} {kind}' for name, kind in columns.items())});"
        for table, columns in generator.tables.items()
    ]
    create = f"import duckdb; duckdb.connect({str(project / 'bench.duckdb')!r}).execute({''.join(statements)!r})"
    _run(python, "-c", create)
    _run(*_dbt(folder), "run", *_project_options(project), cwd=project)
    compile_all(folder, project)


def compile_all(folder: Path, project: Path) -> None:
    """Have dbt write its manifest and catalog from nothing."""
    (project / "target/partial_parse.msgpack").unlink(missing_ok=True)
    _run(*_dbt(folder), "docs", "generate", *_project_options(project), cwd=project)  # this command compiles as well


def _dbt(folder: Path) -> list[object]:
    return [folder / "environments/dbt/bin/dbt", "--no-use-colors", "-q"]


def _project_options(project: Path) -> list[object]:
    return ["--project-dir", project, "--profiles-dir", project]


def environment(folder: Path, name: str, *packages: str) -> Path:
    """Make a virtual environment, and return its Python."""
    place = folder / "environments" / name
    if not place.exists():
        _run(UV, "venv", "-q", place)
        _run(UV, "pip", "install", "-q", "--python", place / "bin/python", *packages)
    return place / "bin/python"


def time_peers(folder: Path, project: Path, generator: Generator, headwater_seconds: float) -> None:
    """Time the peers on dbt's manifest and catalog, so that they need not render."""
    chosen = [(model.name, random.Random(model.name).choice(list(model.columns))) for model in generator.models[::13]]
    python = environment(folder, "dbt-colibri", "dbt-colibri==0.3.7")
    target = [project / f"target/{name}.json" for name in ("manifest", "catalog")]
    command = ["generate", "--manifest", target[0], "--catalog", target[1], "--output-dir", folder / "colibri"]
    quiet = {"DO_NOT_TRACK": "1"}
    colibri = [_timed_child(lambda: _run(python.with_name("colibri"), *command, env=quiet)) for _ in range(3)]
    fastest = show("dbt-colibri 0.3.7, as a process of its own, on dbt's manifest and catalog", colibri)
    print(f"  {fastest / headwater_seconds:.1f} times ours, which reads the project itself")
    dbt = [_timed_child(lambda: compile_all(folder, project)) for _ in range(2)]
    needed = show("dbt 1.10 compile and docs generate, which it needs first", dbt)
    print(f"  from the project's files to lineage: {(needed + fastest) / headwater_seconds:.1f} times ours (claim: 10)")
    python = environment(folder, "dbt-column-lineage", "dbt-column-lineage==0.6.9")
    settings = {"SQLGLOT_DIALECT": "duckdb", "DBT_PROJECT_DIR": str(project)}
    answer = _run(python, "-c", COLUMN_LINEAGE, json.dumps(chosen), cwd=project, env=settings)
    times = [float(line) * 1000 for line in answer.split()]
    show("dbt-column-lineage 0.6.9, what is upstream of one column", times, unit="ms")
    show("ours, what is upstream of the same columns", time_same(project, chosen), unit="ms")
    time_sqlglot(target, chosen)


def time_same(project: Path, chosen: list[tuple[str, str]]) -> list[float]:
    index = open_index(project)
    return [_timed(lambda name=name: index.upstream(name)) * 1000 for name in map(".".join, chosen)]  # type: ignore[misc]


def time_sqlglot(target: list[Path], chosen: list[tuple[str, str]]) -> None:
    """Time ``sqlglot.lineage`` of one column within one model, with the schema that dbt's catalog gives."""
    from sqlglot import exp
    from sqlglot.lineage import lineage
    from sqlglot.schema import MappingSchema

    nodes = json.loads(target[0].read_text())["nodes"]
    catalog = json.loads(target[1].read_text())
    schema = MappingSchema(dialect="duckdb")
    for node in (*catalog["nodes"].values(), *catalog["sources"].values()):
        meta = node["metadata"]
        table = exp.table_(meta["name"], meta["schema"], meta["database"])
        schema.add_table(table, {name: one["type"] for name, one in node["columns"].items()}, normalize=False)
    times = []
    for model, column in chosen:
        sql = nodes[f"model.bench.{model}"]["compiled_code"]
        times.append(_timed(lambda: lineage(column, sql, schema=schema, dialect="duckdb")) * 1000)  # noqa: B023
    middle = show("sqlglot.lineage, one column within one model", times, unit="ms")
    columns = 6577
    print(f"  about {middle * columns / 1000:.0f} s for all {columns:,} (extrapolated)")


# a hundred thousand models


def time_large(project: Path, models: int) -> None:
    """Time questions to a graph of many domains: each copies the project, and a tenth of it reads the first one."""
    from _large_graph import enlarged

    index = open_index(project, "large.bin")  # this index is never saved, so that it has its records
    start = time.perf_counter()
    enlarged(index, models)
    print(f"graph of {models:,} models made in {time.perf_counter() - start:.0f} s: {index.summary()}")
    time_queries(index, f"{models:,} models", claim=20)


def _timed(function: Callable[[], object]) -> float:
    start = time.process_time()
    function()
    return time.process_time() - start


def _timed_child(function: Callable[[], object]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    function()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _run(*command: object, cwd: Path | None = None, env: dict[str, str] | None = None) -> str:
    completed = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, cwd=cwd, env={**os.environ, **(env or {})}
    )
    if completed.returncode:
        raise SystemExit(f"{command[0]} failed:\n{completed.stdout[-3000:]}\n{completed.stderr[-3000:]}")
    return completed.stdout


if __name__ == "__main__":
    main()
