-- Page one of the board deck. Every figure is also in the report that owns it, and must be the same there.
select
    kpis.fiscal_quarter,
    kpis.quarter_start,
    kpis.closing_arr_usd,
    kpis.new_arr_usd,
    kpis.churned_arr_usd,
    retention.net_revenue_retention,
    retention.gross_revenue_retention,
    statement.revenue_usd as ledger_revenue_usd,
    statement.gross_margin,
    statement.operating_income_usd,
    rule.rule_of_40_points,
    economics.cac_usd,
    economics.payback_months,
    kpis.paying_accounts,
    kpis.headcount,
    {{ safe_divide('kpis.closing_arr_usd', 'kpis.headcount', 2) }} as arr_per_head_usd
from {{ ref('rpt_kpi_quarterly') }} as kpis
left join {{ ref('rpt_retention_quarterly') }} as retention on kpis.fiscal_quarter = retention.fiscal_quarter
left join {{ ref('rpt_profit_and_loss_quarterly') }} as statement on kpis.fiscal_quarter = statement.fiscal_quarter
left join {{ ref('rpt_rule_of_40_quarterly') }} as rule on kpis.fiscal_quarter = rule.fiscal_quarter
left join {{ ref('agg_unit_economics_quarterly') }} as economics on kpis.fiscal_quarter = economics.fiscal_quarter
