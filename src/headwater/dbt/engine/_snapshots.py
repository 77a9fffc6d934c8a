"""Builds a snapshot's table as dbt does in a first run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def snapshot_sql(config: Mapping[str, Any], sql: str) -> tuple[str, str]:
    """Return the SELECT that creates a snapshot's table and, if the snapshot is refused, the reason.

    A snapshot strategy that writes the time of the run is refused, because its result would differ between runs.
    """
    strategy, updated_at = config.get("strategy"), config.get("updated_at")
    if strategy not in ("timestamp", "check") or not updated_at:
        return sql, "a snapshot without `updated_at`"
    if config.get("snapshot_meta_column_names") or config.get("hard_deletes") == "new_record":
        return sql, "a snapshot with columns of its own"
    key = config.get("unique_key")
    keys = [str(one) for one in key] if isinstance(key, Sequence) and not isinstance(key, str) else [str(key)]
    hashed = " || '|' || ".join(f"coalesce(cast({one} as varchar), '')" for one in [*keys, str(updated_at)])
    valid_to = config.get("dbt_valid_to_current")
    end = (
        # ``nullif`` of a column with itself is null and has the column's type.
        f"coalesce(nullif({updated_at}, {updated_at}), {valid_to})"
        if valid_to
        else f"nullif({updated_at}, {updated_at})"
    )
    return (
        f"select *, md5({hashed}) as dbt_scd_id, {updated_at} as dbt_updated_at,"
        f" {updated_at} as dbt_valid_from, {end} as dbt_valid_to\nfrom (\n{sql}\n) sbq"
    ), ""
