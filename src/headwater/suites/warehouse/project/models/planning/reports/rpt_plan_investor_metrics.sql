-- the page for investors: ratios by quarter, against the same quarter of the year before and what the board was told
with metrics as (
    select * from {{ ref('agg_plan_metrics_quarterly') }}
),

targets as (
    select * from {{ ref('rpt_kpi_vs_target_quarterly') }}
),

segments as (
    select
        fiscal_quarter,
        max(case when segment = 'Enterprise' then contribution_margin end) as enterprise_contribution_margin,
        max(case when segment = 'Mid-Market' then contribution_margin end) as mid_market_contribution_margin,
        max(case when segment = 'SMB' then contribution_margin end) as smb_contribution_margin
    from {{ ref('agg_plan_segments_quarterly') }}
    group by fiscal_quarter
),

compared as (
    select
        *,
        lag(gross_margin, 4) over (order by first_month) as gross_margin_a_year_ago,
        lag(sales_efficiency, 4) over (order by first_month) as sales_efficiency_a_year_ago,
        lag(burn_multiple, 4) over (order by first_month) as burn_multiple_a_year_ago
    from metrics
)

select
    compared.fiscal_year,
    compared.fiscal_quarter,
    compared.first_month,
    compared.is_complete,
    compared.revenue_usd,
    compared.revenue_growth,
    compared.closing_arr_usd,
    compared.arr_growth,
    arr_targets.target as arr_target_usd,
    arr_targets.outcome as arr_outcome,
    compared.gross_margin,
    compared.gross_margin_a_year_ago,
    compared.sales_efficiency,
    compared.sales_efficiency_a_year_ago,
    compared.cost_of_a_dollar,
    compared.burn_multiple,
    compared.burn_multiple_a_year_ago,
    compared.research_share,
    compared.arr_per_account_usd,
    {{ rounded('(compared.revenue_growth + ' ~ safe_divide('compared.net_income_usd', 'compared.revenue_usd', 4) ~ ') * 100', 2) }} as rule_of_40,
    segments.enterprise_contribution_margin,
    segments.mid_market_contribution_margin,
    segments.smb_contribution_margin
from compared
left join targets as arr_targets
    on compared.fiscal_quarter = arr_targets.fiscal_quarter
    and arr_targets.metric = 'arr'
left join segments
    on compared.fiscal_quarter = segments.fiscal_quarter
