with quarters as (
    select distinct fiscal_quarter, fiscal_quarter_start
    from {{ ref('dim_dates') }}
    where is_past
),

paying as (
    select
        quarters.fiscal_quarter,
        sum(mrr.mrr_usd) as mrr_usd
    from quarters
    inner join {{ ref('fct_account_mrr_monthly') }} as mrr
        on mrr.month_start = {{ to_date(date_add_months('quarters.fiscal_quarter_start', -1)) }}
    group by quarters.fiscal_quarter
)

select retention.fiscal_quarter, retention.opening_mrr_usd, paying.mrr_usd
from {{ ref('rpt_retention_quarterly') }} as retention
left join paying on retention.fiscal_quarter = paying.fiscal_quarter
where abs(retention.opening_mrr_usd - coalesce(paying.mrr_usd, 0)) > 0.01
