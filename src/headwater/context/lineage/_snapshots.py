"""Defines the columns that dbt adds to a snapshot."""

from __future__ import annotations

from collections.abc import Mapping

from headwater.context.lineage._columns import Resolved, add_edges
from headwater.context.lineage._form import EdgeKind

_COLUMNS = ("dbt_scd_id", "dbt_updated_at", "dbt_valid_from", "dbt_valid_to")


def add_snapshot_columns(resolved: Resolved, config: Mapping[str, object]) -> None:
    """Add the snapshot columns. Some of them derive from the column that contains the time of the last change."""
    updated = resolved.columns.get(str(config.get("updated_at") or "").lower(), {})
    for name in _COLUMNS:
        edges = resolved.columns.setdefault(name, {})
        if name != "dbt_scd_id":
            add_edges(edges, updated, EdgeKind.TRANSFORMED, None)
    add_edges(
        resolved.columns["dbt_scd_id"],
        resolved.columns.get(str(config.get("unique_key") or ""), {}),
        EdgeKind.TRANSFORMED,
        None,
    )
