"""Reads links from Meta Kaggle, the tables that Kaggle publishes about itself."""

from __future__ import annotations

import tempfile
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
from scipy import sparse

from headwater.errors import InvalidFileError, NotFoundError
from headwater.suites.discovery.graph._links import Ints, Links
from headwater.suites.discovery.records import FormatFault
from headwater.untrusted import one_line

_MEMORY = "1GB"
_COLUMNS = {
    "KernelVersionDatasetSources": ("KernelVersionId", "SourceDatasetVersionId"),
    "DatasetVersions": ("Id", "DatasetId", "Slug"),
    "KernelVersions": ("Id", "ScriptId"),
    "Kernels": ("Id", "CurrentKernelVersionId", "ForkParentKernelVersionId"),
}
_SIZE = "TotalUncompressedBytes"
"""An optional column in DatasetVersions."""
_VERSIONS = """
    create table chosen as
    select k.Id as kernel, coalesce(any_value(k.CurrentKernelVersionId), max(v.Id)) as version
    from Kernels k left join KernelVersions v on v.ScriptId = k.Id
    where k.Id is not null
    group by k.Id
"""
"""The current version of each kernel, or its last version if none is marked as current."""
_DATASETS = """
    create table datasets as
    select DatasetId as id, row_number() over (order by DatasetId) - 1 as number,
        coalesce(max_by(Slug, Id), 'dataset-' || DatasetId) as slug, {size} as size
    from DatasetVersions
    where DatasetId is not null
    group by DatasetId
"""
"""Each dataset in its last version."""
_LINKS = """
    create table links as
    select distinct c.kernel, d.number as dataset
    from KernelVersionDatasetSources s
    join chosen c on c.version = s.KernelVersionId
    join DatasetVersions v on v.Id = s.SourceDatasetVersionId
    join datasets d on d.id = v.DatasetId
"""
_PARENTS = """
    select c.kernel, coalesce(v.ScriptId, -1 - k.ForkParentKernelVersionId) as parent
    from (select distinct kernel from links) c
    join Kernels k on k.Id = c.kernel
    left join KernelVersions v on v.Id = k.ForkParentKernelVersionId
    where k.ForkParentKernelVersionId is not null
"""
"""The parent of each kernel that is a fork. The parent is a negative number if only its version is known."""


def is_meta_kaggle(folder: Path) -> bool:
    """Return whether a folder contains the tables of Meta Kaggle."""
    return (folder / "KernelVersionDatasetSources.csv").is_file()


def links_of_meta_kaggle(folder: Path) -> Links:
    """Read which datasets each kernel uses, counting only the current version of the kernel.

    Raises:
        UserError: A table or one of its required columns is missing.
    """
    with tempfile.TemporaryDirectory(prefix="headwater-") as scratch, _database(scratch) as connection:
        faults = [fault for table in _COLUMNS for fault in _load(connection, folder, table)]
        has_size = _SIZE in _names(connection, "DatasetVersions")
        connection.execute(_VERSIONS)
        connection.execute(_DATASETS.format(size=f"max_by({_SIZE}, Id)" if has_size else "null::bigint"))
        connection.execute(_LINKS)
        return _links(connection, faults)


def _database(folder: str) -> duckdb.DuckDBPyConnection:
    """Open an on-disk database, because the tables exceed the memory limit."""
    return duckdb.connect(f"{folder}/tables.duckdb", config={"memory_limit": _MEMORY})


def _load(connection: duckdb.DuckDBPyConnection, folder: Path, table: str) -> list[FormatFault]:
    """Load the required columns. Unreadable rows are skipped and counted."""
    path = folder / f"{table}.csv"
    if not path.is_file():
        raise NotFoundError(f"has no {path.name}", where=folder, fix="give the folder of Meta Kaggle's CSV files")
    source = "read_csv($path, header = true, all_varchar = true, ignore_errors = true, store_rejects = true)"
    try:
        relation = f"from {source}"
        known = [row[0] for row in connection.execute(f"describe {relation}", {"path": str(path)}).fetchall()]
        column_names = _COLUMNS[table]
        if missing := [name for name in column_names if name not in known]:
            raise InvalidFileError(f"has no column {', '.join(missing)}", where=path)
        texts = [name if name == "Slug" else f"try_cast({name} as bigint) as {name}" for name in column_names]
        if table == "DatasetVersions" and _SIZE in known:
            texts.append(f"try_cast({_SIZE} as bigint) as {_SIZE}")
        connection.execute(f"create table {table} as select {', '.join(texts)} {relation}", {"path": str(path)})
        rejected = connection.execute(
            "select line, any_value(error_message) from reject_errors group by line order by line"
        ).fetchall()
        connection.execute("drop table if exists reject_errors; drop table if exists reject_scans")
    except duckdb.Error as error:
        raise InvalidFileError(f"is not CSV: {one_line(str(error))[:200]}", where=path) from None
    if not rejected:
        return []
    line, message = rejected[0]
    more = f", and {len(rejected) - 1:,} more" if len(rejected) > 1 else ""
    return [FormatFault(f"{path.name}:{line}", f"{one_line(message)[:120]}; the line is skipped{more}")]


def _names(connection: duckdb.DuckDBPyConnection, table: str) -> list[str]:
    return [row[0] for row in connection.execute(f"describe {table}").fetchall()]


def _links(connection: duckdb.DuckDBPyConnection, faults: list[FormatFault]) -> Links:
    found = connection.execute("select kernel, dataset from links order by all").fetchnumpy()
    datasets = connection.sql("select slug, size from datasets order by number").to_arrow_table()
    kernels, notebook = np.unique(np.asarray(found["kernel"], np.int64), return_inverse=True)
    many = datasets.num_rows
    return Links(
        notebook=notebook.astype(np.int32),
        dataset=np.asarray(found["dataset"], np.int32),
        used=np.ones(len(notebook), np.int32),
        family=_families(connection, kernels),
        names=_column(datasets, "slug", pa.string()),
        files=None,
        sizes=_column(datasets, "size", pa.int64()),
        kinds=pa.nulls(many, pa.string()),
        faults=faults,
    )


def _column(table: pa.Table, name: str, kind: pa.DataType) -> pa.Array:
    return pa.concat_arrays([chunk.cast(kind) for chunk in table[name].chunks] or [pa.array([], kind)])


def _families(connection: duckdb.DuckDBPyConnection, kernels: Ints) -> Ints:
    """Return the family of each kernel: a connected component of the fork graph."""
    forks = connection.execute(_PARENTS).fetchnumpy()
    child, parent = (np.asarray(forks[name], np.int64) for name in ("kernel", "parent"))
    nodes = np.unique(np.concatenate([kernels, child, parent]))
    start, end = np.searchsorted(nodes, child), np.searchsorted(nodes, parent)
    graph = sparse.coo_array((np.ones(len(start), np.int8), (start, end)), shape=(len(nodes), len(nodes)))
    _, component = sparse.csgraph.connected_components(graph, directed=False)
    _, family = np.unique(component[np.searchsorted(nodes, kernels)], return_inverse=True)
    return family
