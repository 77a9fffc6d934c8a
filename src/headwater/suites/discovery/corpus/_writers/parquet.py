"""Write Parquet files without the metadata that pandas adds."""

from __future__ import annotations

import io

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq


def parquet_bytes(table: pd.DataFrame) -> bytes:
    """Return a table as a Parquet file, with timestamps in milliseconds."""
    arrow = pa.Table.from_pandas(table, preserve_index=False).replace_schema_metadata(None)
    written = io.BytesIO()
    pq.write_table(arrow, written, compression="snappy", coerce_timestamps="ms", row_group_size=50_000)
    return written.getvalue()
