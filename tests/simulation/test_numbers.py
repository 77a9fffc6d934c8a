"""Numbers that systems count up follow the time of their rows, also over the blocks in which accounts are simulated."""

from __future__ import annotations

import duckdb
import pytest

NUMBERED = {
    "raw_app.account_changes": ("change_id", "changed_at"),
    "raw_app.invitations": ("invitation_id", "sent_at"),
    "raw_app.memberships": ("membership_id", "joined_at"),
    "raw_app.workspace_plan_changes": ("change_id", "changed_at"),
    "raw_billing.invoices": ("number", "finalized_at"),
    "raw_licensing.license_events": ("event_id", "occurred_at"),
    "raw_support.organizations": ("id", "created_at"),
    "raw_support.satisfaction_ratings": ("id", "created_at"),
    "raw_support.ticket_comments": ("id", "created_at"),
    "raw_support.ticket_events": ("id", "created_at"),
    "raw_support.tickets": ("id", "created_at"),
}


@pytest.mark.parametrize("table", NUMBERED)
def test_numbers_follow_time(raw: duckdb.DuckDBPyConnection, table: str) -> None:
    number, at = NUMBERED[table]
    row = raw.execute(f"""
        with ranks as (
            select rank() over (order by {number}) as by_number, rank() over (order by {at}) as by_time
            from {table} where {number} is not null and {at} is not null)
        select corr(by_number, by_time), count(*) from ranks
    """).fetchone()
    assert row is not None
    correlation, count = row
    assert count > 100
    assert correlation > 0.95
