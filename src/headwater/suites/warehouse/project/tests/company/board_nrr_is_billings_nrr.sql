-- The product of a quarter's retention and its opening revenue is what the same customers pay at the end.
with closing as (
    select
        retention.fiscal_quarter,
        retention.opening_mrr_usd,
        retention.net_revenue_retention,
        sum(later.mrr_usd) as closing_mrr_usd
    from {{ ref('rpt_retention_quarterly') }} as retention
    inner join (
        select distinct fiscal_quarter, fiscal_quarter_start
        from {{ ref('dim_dates') }}
    ) as quarters on retention.fiscal_quarter = quarters.fiscal_quarter
    inner join {{ ref('fct_account_mrr_monthly') }} as earlier
        on earlier.month_start = {{ to_date(date_add_months('quarters.fiscal_quarter_start', -1)) }}
        and earlier.mrr_usd > 0
    inner join {{ ref('fct_account_mrr_monthly') }} as later
        on earlier.account_id = later.account_id
        and earlier.product_line = later.product_line
        and later.month_start = least({{ to_date(date_add_months('quarters.fiscal_quarter_start', 2)) }}, {{ month_start(as_of()) }})
    group by 1, 2, 3
)

select *
from closing
where closing_mrr_usd > opening_mrr_usd * net_revenue_retention * 1.05 + 1
