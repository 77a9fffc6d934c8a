"""Write the items that the sync has copied in the past year."""

import json


def seed(services) -> None:  # noqa: ANN001 - the stack of services
    """Copy all items."""
    rows = services.postgres.query("select * from catalog.items order by updated_at")
    changed = [[json.dumps(value) if isinstance(value, dict) else value for value in row] for row in rows]
    names = list(services.clickhouse.columns("analytics.items"))
    services.clickhouse.insert("analytics.items", changed, names)
