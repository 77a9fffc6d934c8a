"""Times that people and jobs make vary: no interval between two of them is constant, unless it is a term."""

from __future__ import annotations

import duckdb
import pytest

INTERVALS = {
    "an invoice is finalized": "select finalized_at - created from raw_billing.invoices",
    "an invoice is paid": "select paid_at - finalized_at from raw_billing.invoices",
    "an invoice is charged": """
        select charges.created - invoices.created from raw_billing.charges join raw_billing.invoices
        on invoices.id = invoice_id""",
    "spam is closed": "select epoch(solved_at - created_at) from raw_support.tickets where is_spam",
    "a ticket is assigned": """
        select epoch(answers.created_at - events.created_at) from raw_support.ticket_events as events
        join raw_support.ticket_events as answers using (ticket_id)
        where events.event_type = 'assignee' and answers.from_value = 'new'""",
    "a rating is asked for": """
        select epoch(ratings.created_at - solved_at) from raw_support.satisfaction_ratings as ratings
        join raw_support.tickets on tickets.id = ticket_id where score = 'offered'""",
    "a ticket is closed": "select epoch(updated_at - solved_at) from raw_support.tickets where status = 'closed'",
    "a colleague joins": """
        select epoch(joined_at - greatest(users.created_at, workspaces.created_at)) from raw_app.memberships
        join raw_app.users using (user_id) join raw_app.workspaces using (workspace_id) where role <> 'owner'""",
    "a colleague is the first to come": """
        select epoch(users.created_at - workspaces.created_at) from raw_app.memberships
        join raw_app.users using (user_id) join raw_app.workspaces using (workspace_id)
        where role <> 'owner' and users.created_at - workspaces.created_at between interval 0 hours and interval 1 hour
        """,
    "an invitation is accepted": "select epoch(accepted_at - sent_at) from raw_app.invitations",
}


@pytest.mark.parametrize("interval", INTERVALS)
def test_no_interval_is_constant(raw: duckdb.DuckDBPyConnection, interval: str) -> None:
    row = raw.execute(f"""
        with intervals(seconds) as ({INTERVALS[interval]}),
        counts as (select seconds, count(*) as times from intervals where seconds is not null group by 1)
        select max(times) / sum(times), sum(times), min(seconds) from counts
    """).fetchone()
    assert row is not None
    share, total, least = row
    assert total > 50
    assert share < 0.05
    assert least >= 0
