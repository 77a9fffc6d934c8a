"""The ledger agrees with the systems that it summarizes, month by month."""

from __future__ import annotations

import duckdb

_INVOICE_RATES = """
with days as (
    select unnest(generate_series(date '2021-01-01', date '2025-06-30', interval 1 day))::date as day
), rates as (
    select d.day, lower(r.currency) as currency, r.usd_per_unit
    from days d asof join raw_treasury.fx_rates r on r.currency = 'EUR' and d.day >= r.rate_date
    union all
    select d.day, 'gbp', r.usd_per_unit
    from days d asof join raw_treasury.fx_rates r on r.currency = 'GBP' and d.day >= r.rate_date
    union all
    select d.day, 'jpy', r.usd_per_unit
    from days d asof join raw_treasury.fx_rates r on r.currency = 'JPY' and d.day >= r.rate_date
    union all select day, 'usd', 1 from days
), invoices as (
    select i.*, usd_per_unit / case i.currency when 'jpy' then 1 else 100 end as usd
    from raw_billing.invoices i
    join rates r on r.day = epoch_ms(i.finalized_at * 1000)::date and r.currency = i.currency
    where i.status <> 'draft'
)
"""


def _apart(raw: duckdb.DuckDBPyConnection, expected: str, accounts: str, sign: int, where: str = "true") -> float:
    """Return the largest difference of a month, in dollars."""
    row = raw.execute(
        f"{_INVOICE_RATES}, expected as ({expected}), booked as ("
        f" select date_trunc('month', posted_on)::date as month, {sign} * sum(debit - credit) as usd"
        f" from raw_finance.gl_entries where account_code in ({accounts}) and {where} group by 1)"
        " select max(abs(coalesce(b.usd, 0) - coalesce(e.usd, 0))), count(b.usd)"
        " from expected e full join booked b using (month)"
    ).fetchone()
    assert row is not None
    assert row[1] > 45
    return float(row[0])


def test_revenue_is_recognised_by_day(raw: duckdb.DuckDBPyConnection) -> None:
    for line, account in (("cloud", "4000"), ("self_managed", "4100"), ("addon", "4200"), ("services", "4300")):
        expected = f"""
            select date_trunc('month', day)::date as month, sum(usd) as usd from (
                select unnest(generate_series(first_day, last_day - 1, interval 1 day))::date as day,
                    usd / (last_day - first_day) as usd
                from (
                    select l.amount * i.usd as usd, epoch_ms(l.period_start * 1000)::date as first_day,
                        greatest(
                            epoch_ms(l.period_end * 1000)::date, epoch_ms(l.period_start * 1000)::date + 1
                        ) as last_day
                    from invoices i
                    join raw_billing.invoice_lines l on l.invoice_id = i.id
                    join raw_billing.prices p on p.id = l.price_id
                    join raw_billing.products o on o.id = p.product_id
                    where i.status <> 'void' and o.product_line = '{line}'
                )
            ) where day <= '2025-06-30' group by 1
        """
        if line in ("cloud", "self_managed"):
            assert _apart(raw, expected, f"'{account}'", -1) < 12  # cents of rounding, per line and month
        else:
            total = raw.execute(f"{_INVOICE_RATES} select sum(usd) from ({expected})").fetchone()
            booked = raw.execute(
                f"select sum(credit - debit) from raw_finance.gl_entries where account_code = '{account}'"
            ).fetchone()
            assert total is not None
            assert booked is not None
            assert abs(total[0] - booked[0]) < 12


def test_receivables_move_with_invoices_payments_and_credits(raw: duckdb.DuckDBPyConnection) -> None:
    expected = """
        select date_trunc('month', happened)::date as month, sum(usd) as usd from (
            select epoch_ms(finalized_at * 1000) as happened, total * usd as usd from invoices
            union all select epoch_ms(voided_at * 1000), -total * usd from invoices where status = 'void'
            union all select epoch_ms(paid_at * 1000), -amount_paid * usd from invoices where status = 'paid'
            union all select epoch_ms(n.created * 1000), -n.amount * usd
                from raw_billing.credit_notes n join invoices i on i.id = n.invoice_id
            union all select epoch_ms(n.voided_at * 1000), n.amount * usd
                from raw_billing.credit_notes n join invoices i on i.id = n.invoice_id where n.voided_at is not null
            union all select epoch_ms((due_at + 90 * 86400) * 1000), -total * usd from invoices
                where status = 'uncollectible'
        ) group by 1
    """
    assert _apart(raw, expected, "'1100'", 1) < 12


def test_cash_comes_from_charges_less_fees_refunds_and_lost_disputes(raw: duckdb.DuckDBPyConnection) -> None:
    expected = """
        select date_trunc('month', happened)::date as month, sum(amount * r.usd_per_unit / scale - fee) as usd from (
            select epoch_ms(created * 1000) as happened, amount, currency, fee / 100 as fee from raw_billing.charges
                where status = 'succeeded'
            union all select epoch_ms(created * 1000), -amount, currency, 0 from raw_billing.refunds
                where status = 'succeeded'
            union all select epoch_ms(created * 1000), -amount, currency, 0 from raw_billing.disputes
                where status = 'lost'
        ) m
        join rates r on r.day = m.happened::date and r.currency = m.currency
        join (values ('usd', 100), ('eur', 100), ('gbp', 100), ('jpy', 1)) s(currency, scale) on s.currency = m.currency
        group by 1
    """
    own = "source = 'billing' and journal_id not like 'JE-TAX-%'"
    assert _apart(raw, expected, "'1000'", 1, own) < 12


def test_hosting_and_advertising_equal_the_invoices_of_suppliers(raw: duckdb.DuckDBPyConnection) -> None:
    hosting = """
        select date_trunc('month', usage_date)::date as month, sum(cost_usd - credit_usd) as usd
        from raw_cloud.usage_costs group by 1
    """
    assert _apart(raw, hosting, "'5000'", 1) < 0.05
    advertising = """
        select date_trunc('month', spend_date)::date as month, sum(spend * r.usd_per_unit) as usd from (
            select *, row_number() over (partition by ad_campaign_id, spend_date order by restated_at desc) as newest
            from raw_marketing.ad_spend
        ) s join rates r on r.day = s.spend_date and r.currency = lower(s.currency)
        where newest = 1 group by 1
    """
    assert _apart(raw, advertising, "'6300'", 1) < 0.05


def test_payroll_is_a_twelfth_of_those_employed_at_a_months_end(raw: duckdb.DuckDBPyConnection) -> None:
    expected = """
        select date_trunc('month', m.day)::date as month, sum(h.annual_cost) / 12 as usd
        from (select last_day(day) as day from days where day(day) = 1) m
        join raw_finance.headcount h on h.started_on <= m.day and (h.ended_on is null or h.ended_on > m.day)
        group by 1
    """
    assert _apart(raw, expected, "'5200', '6000', '6100', '6200'", 1) < 0.1


def test_the_plan_is_within_reach(raw: duckdb.DuckDBPyConnection) -> None:
    """The revenue of each whole fiscal year is near its original budget: neither equal to it nor off by half."""
    rows = raw.execute(
        "select b.fiscal_year, sum(b.amount), any_value(g.usd) from raw_finance.budgets b join ("
        "   select 2000 + period[3:4]::int as fiscal_year, sum(credit - debit) as usd from raw_finance.gl_entries"
        "   where account_code between '4000' and '4300' group by 1) g using (fiscal_year)"
        " where version = 'original' and account_code between '4000' and '4300' and fiscal_year between 2023 and 2025"
        " group by 1"
    ).fetchall()
    assert len(rows) == 3
    assert [year for year, plan, actual in rows if not 0.6 < actual / plan < 1.6] == []
