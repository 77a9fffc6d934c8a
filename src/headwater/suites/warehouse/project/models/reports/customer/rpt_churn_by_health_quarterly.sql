-- Whether the colours mean anything: of the customers of a colour at the beginning of a fiscal quarter, how much recurring
-- revenue was lost in it.
with opening as (
    select
        {{ fiscal_quarter(date_add_months('month_start', 1)) }} as fiscal_quarter,
        account_id,
        health_band,
        mrr_usd
    from {{ ref('fct_account_health_monthly') }}
    where is_paying
        and {{ to_date(date_add_months('month_start', 1)) }} = {{ fiscal_quarter_start(date_add_months('month_start', 1)) }}
),

lost as (
    select
        {{ fiscal_quarter('month_start') }} as fiscal_quarter,
        account_id,
        -sum(mrr_change_usd) as lost_mrr_usd
    from {{ ref('reg_movements') }}
    where movement_type in ('churn', 'contraction')
    group by 1, 2
)

select
    opening.fiscal_quarter,
    opening.health_band,
    count(*) as customers,
    sum(opening.mrr_usd) as opening_mrr_usd,
    sum(coalesce(lost.lost_mrr_usd, 0)) as lost_mrr_usd,
    {{ safe_divide('sum(coalesce(lost.lost_mrr_usd, 0))', 'sum(opening.mrr_usd)') }} as lost_share
from opening
left join lost
    on opening.fiscal_quarter = lost.fiscal_quarter
    and opening.account_id = lost.account_id
group by opening.fiscal_quarter, opening.health_band
