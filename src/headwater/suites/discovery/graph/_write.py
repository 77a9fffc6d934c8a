"""Writes the table that lists communities."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pyarrow as pa

from headwater.errors import FileAccessError, OptionError

_FORMATS = {".parquet": "format parquet, compression zstd", ".json": "format json, array true"}


def write_communities(table: pa.Table, path: Path) -> None:
    """Write the table as Parquet or as a JSON array, depending on the file extension.

    Raises:
        UserError: The extension is unsupported, or the file cannot be written.
    """
    options = _FORMATS.get(path.suffix.lower())
    if options is None:
        raise OptionError("has an unsupported extension", where=path, fix=f"use {' or '.join(_FORMATS)}")
    partial = path.with_name(f".{path.name}.partial")
    quoted = str(partial).replace("'", "''")
    with duckdb.connect() as connection:
        connection.register("communities", table)
        try:
            connection.execute(f"copy communities to '{quoted}' ({options})")
        except duckdb.Error as error:
            raise FileAccessError(str(error).partition("\n")[0], where=path) from None
    partial.rename(path)
