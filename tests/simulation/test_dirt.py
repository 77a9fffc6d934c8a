"""The data has the documented dirt, at about the documented rates."""

from __future__ import annotations

import duckdb
import pytest

SHARES = {
    "events delivered twice": ("raw_telemetry.events", "count(*) / count(distinct event_id) - 1", 0.008),
    "pings delivered twice": ("raw_telemetry.server_pings", "count(*) / count(distinct ping_id) - 1", 0.004),
    "late events": (
        "raw_telemetry.events",
        "avg((epoch(received_at) - epoch(occurred_at) between 60 and 260000)::int)",
        0.03,
    ),
    "wrong clocks": (
        "raw_telemetry.events",
        "avg((occurred_at > received_at or epoch(received_at) - epoch(occurred_at) > 600 * 86400)::int)",
        0.0008,
    ),
    "counts switched off": (
        "raw_telemetry.server_pings",
        "count(distinct server_id) filter (registered_users = -1) / count(distinct server_id)",
        0.04,
    ),
    "'v' before versions": ("raw_telemetry.server_pings", "avg((version like 'v%')::int)", 0.03),
    "internal accounts": ("raw_app.accounts", "avg(is_internal::int)", 0.005),
    "test accounts": ("raw_app.accounts", "avg(is_test::int)", 0.02),
    "bots": ("raw_app.users", "avg(is_bot::int)", 0.012),
    "addresses with capitals": ("raw_app.users", "avg((email <> lower(email))::int)", 0.07),
    "no time zone": ("raw_app.users", "avg((time_zone is null)::int)", 0.1),
    "countries in lower case": ("raw_app.accounts", "avg((billing_country <> upper(billing_country))::int)", 0.05),
    "no country": ("raw_app.accounts", "avg((billing_country = '')::int)", 0.02),
    "names with a blank": ("raw_app.accounts", "avg((name like '% ')::int)", 0.02),
    "customers without a reference": ("raw_billing.customers", "avg((account_ref is null)::int)", 0.03),
    "organizations without a reference": ("raw_support.organizations", "avg((external_id is null)::int)", 0.06),
    "CRM duplicates": ("raw_crm.accounts", "avg(is_deleted::int)", 0.012),
    "deleted accounts": ("raw_app.accounts", "avg((deleted_at is not null)::int)", 0.04),
    "spam": ("raw_support.tickets", "avg(is_spam::int)", 0.02),
    "bots on the web": ("raw_marketing.web_sessions", "avg(is_bot::int)", 0.09),
}


@pytest.mark.parametrize("dirt", SHARES)
def test_each_kind_of_dirt_has_its_documented_rate(raw: duckdb.DuckDBPyConnection, dirt: str) -> None:
    table, share, rate = SHARES[dirt]
    row = raw.execute(f"select {share} from {table}").fetchone()
    assert row is not None
    assert 0.4 * rate < row[0] < 2.2 * rate


def test_rows_before_a_change_keep_the_old_names(raw: duckdb.DuckDBPyConnection) -> None:
    row = raw.execute("""
        select
            (select max(received_at) < '2022-01-05' from raw_telemetry.events where client = 'Desktop'),
            (select max(updated_at) < '2022-07-01' from raw_app.workspaces where plan_code = 'starter'),
            (select max(created_at) < '2021-10-01' from raw_app.users where signup_source in ('Organic', 'google')),
            (select max(issued_at) < '2022-01-01' from raw_licensing.licenses where account_id = ''),
            (select min(issued_at) >= '2022-01-01' from raw_licensing.licenses where account_id <> '')
    """).fetchone()
    assert row == (True, True, True, True, True)


def test_the_app_keeps_ids_of_crm_accounts_that_were_merged_away(raw: duckdb.DuckDBPyConnection) -> None:
    row = raw.execute(
        "select count(*) from raw_app.accounts a join raw_crm.accounts c on c.id = a.crm_account_id where c.is_deleted"
    ).fetchone()
    assert row is not None
    assert row[0] > 0


def test_deals_of_merged_accounts_stay_where_they_were_entered(raw: duckdb.DuckDBPyConnection) -> None:
    row = raw.execute("""
        select count(*) filter (a.is_deleted), count(*) filter (not a.is_deleted)
        from raw_crm.opportunities o
        join raw_crm.accounts a on a.id = o.account_id
        where coalesce(a.merged_into_id, a.id) in (select merged_into_id from raw_crm.accounts)
    """).fetchone()
    assert row is not None
    assert min(row) >= 3


def test_close_dates_slip_more_often_than_they_are_brought_forward(raw: duckdb.DuckDBPyConnection) -> None:
    row = raw.execute("""
        select count(*) filter (close_date > before), count(*) filter (close_date < before) from (
            select close_date, lag(close_date) over (partition by opportunity_id order by created_date) as before
            from raw_crm.opportunity_history
        )
    """).fetchone()
    assert row is not None
    assert row[0] > 2 * row[1] > 20


def test_contracts_run_for_a_month_or_up_to_three_years(raw: duckdb.DuckDBPyConnection) -> None:
    rows = raw.execute("""
        select term_months, count(*) from raw_crm.opportunities where stage = 'Closed Won' group by 1 order by 1
    """).fetchall()
    count = dict(rows)
    assert list(count) == [1, 12, 24, 36]
    assert min(count.values()) >= 5
    assert count[12] > 2 * (count[24] + count[36])


def test_people_work_on_weekdays_and_the_company_grows(raw: duckdb.DuckDBPyConnection) -> None:
    row = raw.execute("""
        select count(*) filter (isodow(received_at) <= 5) / count(*) filter (isodow(received_at) > 5) > 10,
            count(*) filter (year(received_at) = 2024) > 2 * count(*) filter (year(received_at) = 2022),
            count(distinct user_id) filter (date_trunc('month', received_at) = '2025-05-01') > 300
        from raw_telemetry.events
    """).fetchone()
    assert row == (True, True, True)


def test_licences_are_renewed_early_and_late(raw: duckdb.DuckDBPyConnection) -> None:
    row = raw.execute("""
        select count(*) filter (wait < 0), count(*) filter (wait > 0), count(*) filter (gap > 1) from (
            select n.issued_at::date - due.expires_on - 1 as wait, n.starts_on - due.expires_on as gap
            from raw_crm.opportunities o
            join raw_licensing.licenses due on due.license_id = o.renewed_license_id
            join raw_licensing.licenses n on n.crm_opportunity_id = o.id
        )
    """).fetchone()
    assert row is not None
    assert min(row) > 5
