"""Enter what a night has cost into ops.ledger, which alerts/over_budget.sql reads every morning."""

from dataclasses import astuple, fields
from datetime import date

from warehouse import Cost, Warehouse

ARRIVED = """
    SELECT count(), uniqExact(toDate(addMinutes(e.at, c.utc_offset))) FROM raw.events AS e
    LEFT JOIN (
        SELECT campaign, utc_offset FROM (SELECT * FROM raw.campaigns FINAL) AS c
        INNER JOIN (SELECT * FROM raw.accounts FINAL) AS a ON a.account = c.account
    ) AS c ON c.campaign = e.campaign
    WHERE e.batch IN {batches:Array(UInt32)}
"""
COLUMNS = ["night", "step", "arrived", "touched_days", *(field.name for field in fields(Cost))]


def enter(warehouse: Warehouse, night: date, batches: list[int]) -> int:
    """Add a row for each step. Return the number of rows that arrived in the night's batches."""
    warehouse.step = "ledger"
    arrived, touched = warehouse.query(ARRIVED, {"batches": batches})[0]
    rows = [(night, step, arrived, touched, *astuple(cost)) for step, cost in warehouse.costs.items()]
    warehouse.insert("ops.ledger", rows, COLUMNS)
    return arrived
