"""Column lineage equals the hand-written labels, and the labels equal what DuckDB does with mutated data."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from tests.context.lineage.labels import PROJECT, LabelledModel, found_edges, labelled_models
from tests.context.lineage.mutation import Mutations

from headwater.context.lineage import LineageIndex

MODELS = labelled_models()
VALUES = {"passed through", "renamed", "transformed", "aggregated"}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> LineageIndex:
    index = LineageIndex.open(PROJECT, cache=tmp_path_factory.mktemp("index") / "lineage.bin")
    index.refresh()
    return index


def test_set_is_large_enough() -> None:
    assert len(MODELS) >= 60
    assert sum(len(model.columns) for model in MODELS) >= 300


def test_nothing_is_left_open(index: LineageIndex) -> None:
    assert index.unresolved == []
    assert index.problems == []


def test_precision_and_recall(index: LineageIndex) -> None:
    right = wrong = missed = 0
    for model in MODELS:
        found = found_edges(index, model.name)
        for column in model.edges.keys() | found.keys():
            labels, edges = model.edges.get(column, set()), found.get(column, set())
            right += len(labels & edges)
            wrong += len(edges - labels)
            missed += len(labels - edges)
    assert right / (right + wrong) >= 0.99
    assert right / (right + missed) >= 0.99


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_edges_are_the_labels(index: LineageIndex, model: LabelledModel) -> None:
    assert found_edges(index, model.name) == model.edges


@pytest.fixture(scope="module")
def connection(index: LineageIndex) -> Iterator[duckdb.DuckDBPyConnection]:
    # Threads add floats in varying order, and repeated values of a mutation can multiply the rows of a join.
    connection = duckdb.connect(config={"threads": 1, "memory_limit": "1GB"})
    connection.execute('attach \':memory:\' as "database"; create schema "database".raw')
    connection.execute('create schema "database"."schema"; use "database"."schema"')
    for statement in (Path(__file__).parent / "labelled_project_data.sql").read_text().split(";\n"):
        connection.execute(statement)
    connection.execute(f"create table regions as from read_csv('{PROJECT}/seeds/regions.csv')")
    built = {"regions"}
    waiting = [model.name for model in MODELS]
    while waiting:
        name = waiting.pop(0)
        needs = {relation.name for relation in index.upstream_relations(name, depth=1).relations}
        if all(need in built or need.startswith("raw.") for need in needs):
            connection.execute(f'create table "{name}" as {index.sql(name)}')
            built.add(name)
        else:
            waiting.append(name)
    yield connection
    connection.close()


@pytest.fixture
def mutations(connection: duckdb.DuckDBPyConnection) -> Mutations:
    """Return mutations whose values do not depend on which tests ran before."""
    return Mutations(connection)


@pytest.mark.minutes
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_labels_agree_with_mutations(index: LineageIndex, mutations: Mutations, model: LabelledModel) -> None:
    """Each value edge changes its column, and each change has an edge, or a condition that explains it."""
    sql = index.sql(model.name)
    before = mutations.run(sql)
    assert set(before.names) == model.columns
    for relation in index.upstream_relations(model.name, depth=1).relations:
        parent = relation.name
        table = f'"database"."raw"."{parent[4:]}"' if parent.startswith("raw.") else f'"database"."schema"."{parent}"'
        for column, kind in mutations.columns(table).items():
            source = f"{parent}.{column}"
            touched = {name for name in model.columns if any(edge[0] == source for edge in model.edges[name])}
            valued = {
                name for name in model.columns if any(e[0] == source and e[1] in VALUES for e in model.edges[name])
            }
            moved = set()
            for constant in (False, True, False, True, False):
                changed = sql.replace(table, mutations.mutate(table, column, kind, constant=constant))
                moved |= before.moved(mutations.run(changed), model.columns - touched)
            assert valued <= moved, f"{source} should move {sorted(valued - moved)}"
            if not any(edge[0] == source for edge in model.edges["*"]):
                assert moved <= touched, f"{source} should not move {sorted(moved - touched)}"
