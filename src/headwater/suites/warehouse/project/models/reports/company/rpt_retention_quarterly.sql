-- Revenue retention of a fiscal quarter: what the customers of its beginning pay at its end.
with months as (
    select
        account_id,
        month_start,
        sum(mrr_usd) as mrr_usd
    from {{ ref('fct_account_mrr_monthly') }}
    group by account_id, month_start
),

quarters as (
    select distinct
        fiscal_quarter,
        fiscal_quarter_start
    from {{ ref('dim_dates') }}
    where is_past
),

opening as (
    select
        quarters.fiscal_quarter,
        quarters.fiscal_quarter_start,
        months.account_id,
        months.mrr_usd
    from quarters
    inner join months on months.month_start = {{ to_date(date_add_months('quarters.fiscal_quarter_start', -1)) }}
    where months.mrr_usd > 0
),

closing as (
    select
        opening.fiscal_quarter,
        opening.account_id,
        opening.mrr_usd as opening_mrr_usd,
        coalesce(months.mrr_usd, 0) as closing_mrr_usd
    from opening
    left join months
        on opening.account_id = months.account_id
        and months.month_start = least(
            {{ to_date(date_add_months('opening.fiscal_quarter_start', 2)) }}, {{ month_start(as_of()) }}
        )
)

select
    fiscal_quarter,
    count(*) as opening_customers,
    {{ count_where('closing_mrr_usd = 0') }} as lost_customers,
    sum(opening_mrr_usd) as opening_mrr_usd,
    sum(closing_mrr_usd) as closing_mrr_usd,
    {{ safe_divide('sum(closing_mrr_usd)', 'sum(opening_mrr_usd)') }} as net_revenue_retention,
    {{ safe_divide('sum(least(closing_mrr_usd, opening_mrr_usd))', 'sum(opening_mrr_usd)') }} as gross_revenue_retention,
    {{ safe_divide(count_where('closing_mrr_usd > 0'), 'count(*)') }} as logo_retention
from closing
group by fiscal_quarter
