"""The data keeps the rules on which dbt authors rely: keys, references, values, and those of invariants.sql."""

from __future__ import annotations

import re
from pathlib import Path

import duckdb
import pytest

_FILE = Path(__file__).parent / "invariants.sql"
RULES = dict(re.findall(r"^-- name: (.+)\n((?:(?!-- name).*\n?)+)", _FILE.read_text(), re.MULTILINE))

KEYS = {
    "raw_app.accounts": "account_id",
    "raw_app.account_changes": "change_id",
    "raw_app.users": "user_id",
    "raw_app.workspaces": "workspace_id",
    "raw_app.workspace_plan_changes": "change_id",
    "raw_app.memberships": "membership_id",
    "raw_app.invitations": "invitation_id",
    "raw_app.feature_flags": "flag_key",
    "raw_telemetry.server_features": "server_id, feature, reported_on",
    "raw_telemetry.incidents": "incident_id",
    "raw_releases.versions": "version",
    "raw_releases.security_advisories": "advisory_id",
    "raw_licensing.licenses": "license_id",
    "raw_licensing.license_events": "event_id",
    "raw_billing.customers": "id",
    "raw_billing.products": "id",
    "raw_billing.prices": "id",
    "raw_billing.subscriptions": "id",
    "raw_billing.subscription_items": "id",
    "raw_billing.subscription_events": "id",
    "raw_billing.coupons": "id",
    "raw_billing.invoices": "id",
    "raw_billing.invoice_lines": "id",
    "raw_billing.charges": "id",
    "raw_billing.refunds": "id",
    "raw_billing.credit_notes": "id",
    "raw_billing.disputes": "id",
    "raw_treasury.fx_rates": "rate_date, currency",
    "raw_crm.users": "id",
    "raw_crm.territories": "id",
    "raw_crm.accounts": "id",
    "raw_crm.contacts": "id",
    "raw_crm.leads": "id",
    "raw_crm.opportunities": "id",
    "raw_crm.opportunity_history": "id",
    "raw_crm.opportunity_products": "id",
    "raw_crm.activities": "id",
    "raw_crm.campaigns": "id",
    "raw_crm.campaign_members": "id",
    "raw_crm.quotas": "user_id, fiscal_quarter",
    "raw_support.organizations": "id",
    "raw_support.agents": "id",
    "raw_support.tickets": "id",
    "raw_support.ticket_events": "id",
    "raw_support.ticket_comments": "id",
    "raw_support.satisfaction_ratings": "ticket_id",
    "raw_support.sla_policies": "id",
    "raw_marketing.web_sessions": "session_id",
    "raw_marketing.form_submissions": "submission_id",
    "raw_marketing.ad_campaigns": "ad_campaign_id",
    "raw_marketing.ad_spend": "spend_date, ad_campaign_id, restated_at",
    "raw_marketing.email_events": "event_id",
    "raw_marketing.webinar_registrations": "registration_id",
    "raw_survey.nps_responses": "response_id",
    "raw_finance.gl_accounts": "account_code",
    "raw_finance.gl_entries": "entry_id",
    "raw_finance.cost_centers": "cost_center",
    "raw_finance.budgets": "version, period, account_code, cost_center",
    "raw_finance.headcount": "employee_id",
    "raw_finance.targets": "metric, fiscal_quarter",
    "raw_cloud.usage_costs": "usage_date, region, service, workspace_id",
}
DELIVERED_TWICE = {"raw_telemetry.events": "event_id", "raw_telemetry.server_pings": "ping_id"}

REFERENCES = (_FILE.parent / "references.txt").read_text().splitlines()


def test_every_table_has_rows_and_a_key(raw: duckdb.DuckDBPyConnection) -> None:
    tables = {
        name for (name,) in raw.execute("select schema_name || '.' || table_name from duckdb_tables()").fetchall()
    }
    assert tables == KEYS.keys() | DELIVERED_TWICE.keys()
    assert [t for t in tables if not raw.execute(f"select 1 from {t} limit 1").fetchone()] == []


@pytest.mark.parametrize(("table", "key"), KEYS.items(), ids=KEYS)
def test_a_key_is_unique_and_given(raw: duckdb.DuckDBPyConnection, table: str, key: str) -> None:
    found = raw.execute(f"select {key} from {table} group by all having count(*) > 1 limit 3").fetchall()
    first = key.split(", ")[0]
    assert (found, raw.execute(f"select count(*) from {table} where {first} is null").fetchone()) == ([], (0,))


@pytest.mark.parametrize("reference", REFERENCES)
def test_references_lead_somewhere(raw: duckdb.DuckDBPyConnection, reference: str) -> None:
    (child, foreign), (parent, key) = (side.rsplit(".", 1) for side in reference.split(" > "))
    orphans = raw.execute(
        f"select distinct c.{foreign} from {child} c anti join {parent} p on p.{key} = c.{foreign}"
        f" where c.{foreign} is not null limit 3"
    ).fetchall()
    linked = raw.execute(f"select count({foreign}) > 0 from {child}").fetchone()
    assert (orphans, linked) == ([], (True,))


@pytest.mark.parametrize("rule", RULES)
def test_invariants_hold_behind_the_dirt(raw: duckdb.DuckDBPyConnection, rule: str) -> None:
    found = raw.execute(RULES[rule])
    assert found.fetchmany(3) == []


def test_columns_have_the_values_that_the_schema_lists(raw: duckdb.DuckDBPyConnection) -> None:
    """Each column has the values that a comment of schema.sql lists for it; a small company may lack rare ones."""
    for column, values in VALUES.items():
        table, name = column.rsplit(".", 1)
        found = {v for (v,) in raw.execute(f"select distinct {name} from {table} where {name} is not null").fetchall()}
        assert (column, found - set(values.split()), set(values.split()) - found - RARE) == (column, set(), set())


RARE = {"draft", "pending", "unpaid", "hold", "new", "under_review"}
VALUES = {
    "raw_app.accounts.employee_band": "1-10 11-50 51-200 201-1000 1001-5000 5000+",
    "raw_app.account_changes.operation": "insert update delete",
    "raw_app.users.signup_source": "organic invite paid partner sales Organic google",
    "raw_app.workspaces.region": "us-east us-west eu-central ap-south",
    "raw_app.workspaces.plan_code": "free team business enterprise starter",
    "raw_app.workspace_plan_changes.reason": "signup trial_started trial_expired upgrade downgrade cancel",
    "raw_app.memberships.role": "owner admin member guest",
    "raw_telemetry.events.event_name": "message_posted runbook_run board_updated file_shared call_started search login"
    " integration_fired",
    "raw_telemetry.events.client": "web desktop ios android Desktop",
    "raw_telemetry.server_pings.edition": "free professional enterprise",
    "raw_telemetry.incidents.kind": "outage degraded telemetry_loss",
    "raw_licensing.licenses.sku": "SM-PRO SM-ENT SM-TRIAL",
    "raw_licensing.license_events.event_type": "issued activated seats_changed renewed expired revoked",
    "raw_billing.customers.currency": "usd eur gbp jpy",
    "raw_billing.products.product_line": "cloud self_managed addon services",
    "raw_billing.prices.billing_interval": "month year one_time",
    "raw_billing.subscriptions.status": "trialing active past_due canceled unpaid",
    "raw_billing.subscription_events.event_type": "created trial_converted quantity_changed plan_changed renewed"
    " canceled reactivated payment_failed",
    "raw_billing.invoices.status": "draft open paid void uncollectible",
    "raw_billing.charges.status": "succeeded failed pending",
    "raw_billing.disputes.status": "won lost under_review",
    "raw_crm.users.role": "AE SDR CSM Manager VP Integration",
    "raw_crm.leads.status": "New Working Nurture Qualified Disqualified",
    "raw_crm.activities.type": "Call Email Meeting Demo",
    "raw_crm.campaign_members.status": "Sent Responded Attended",
    "raw_support.tickets.status": "new open pending hold solved closed",
    "raw_support.tickets.priority": "low normal high urgent",
    "raw_support.tickets.channel": "email web chat api",
    "raw_support.ticket_events.event_type": "status priority assignee",
    "raw_support.ticket_comments.author_kind": "requester agent system",
    "raw_support.satisfaction_ratings.score": "offered good bad",
    "raw_marketing.form_submissions.form": "demo contact whitepaper newsletter",
    "raw_marketing.ad_campaigns.platform": "google linkedin meta",
    "raw_marketing.email_events.event_type": "sent delivered opened clicked unsubscribed bounced",
    "raw_finance.gl_accounts.statement": "income balance",
    "raw_finance.gl_entries.source": "billing payroll ap manual",
    "raw_finance.budgets.version": "original reforecast",
    "raw_finance.targets.metric": "arr new_arr nrr weekly_active_users csat",
}
