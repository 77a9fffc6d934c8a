"""Documents about tables on a server; a name contains an escape sequence of the engine."""

from __future__ import annotations

import pytest
from tests.context.shop_project import FILES
from tests.context.shop_servers import SERVERS, lay, remake, rescan
from tests.live import Live, Running

from headwater.context import Index
from headwater.context._documents import generate_documents
from headwater.context.catalog import Engine, read_catalog
from headwater.context.engines import EngineSql
from headwater.context.live import LiveProject
from headwater.context.semantic import read_layer
from headwater.context.verify import verified_lines, verify_model

COLUMN = "customer\\tid"
"""A backslash and a "t": in ClickHouse, unless it is escaped, a tab."""
DECLARED = (
    FILES["models/models.yml"]
    .replace("- name: customer_id\n", f"- name: '{COLUMN}'\n")
    .replace(
        "models:\n", "models:\n  - name: stg_customers\n    columns: [{name: customer_id, data_tests: [unique]}]\n", 1
    )
)


def described(running: Running, engine: Engine) -> tuple[list[str | None], str]:
    """Return the description of a join with three of twenty customers missing, and the output of verification."""
    folder = lay(running, engine)
    (folder / "models/models.yml").write_text(DECLARED)
    remake(running, engine, "raw.customers", "select * from main.stg_customers where customer_id not in (7, 8, 9)")
    remake(running, engine, "main.stg_customers", "select * from raw.customers")
    renamed_column = f"customer_id as {EngineSql(engine).name(COLUMN)}"
    remake(
        running,
        engine,
        "raw.renamed",
        f"select order_id, {renamed_column}, status, amount, segment from main.fct_orders",
    )
    remake(running, engine, "main.fct_orders", "select * from raw.renamed")
    rescan(running, engine, folder)
    index = Index.of_project(folder)
    with running.stack.network:
        generate_documents(index, read_catalog(index.catalog))
        live = LiveProject(folder)
        try:
            verified = "\n".join(verified_lines(verify_model(live, "fct_orders")))
        finally:
            live.close()
    joins = read_layer(index.semantic).layer.sources["fct_orders"].joins
    return [join.description for join in joins if join.to == "stg_customers"], verified


@pytest.mark.parametrize("engine", SERVERS)
def test_rows_that_refer_to_nothing_are_counted_under_any_column_name(
    shop_servers: Live[Running], engine: Engine
) -> None:
    [description], verified = shop_servers(described, engine)
    assert f"30 of 200 rows with a {COLUMN} (15.0%) find none" in str(description)
    assert f"failed: tests: relationships({COLUMN}): fails for 30 rows" in verified
