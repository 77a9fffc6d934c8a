-- Recognised revenue by fiscal quarter and product line, with its share and its growth over the same quarter a year ago.
with monthly as (
    select * from {{ ref('reg_revenue') }}
),

quarters as (
    select
        {{ fiscal_quarter('month_start') }} as fiscal_quarter,
        {{ fiscal_quarter_start('month_start') }} as fiscal_quarter_start,
        product_line,
        sum(gross_revenue_usd) as gross_revenue_usd,
        sum(credited_usd) as credited_usd,
        sum(refunded_usd) as refunded_usd,
        sum(recognized_revenue_usd) as recognized_revenue_usd
    from monthly
    group by {{ fiscal_quarter('month_start') }}, {{ fiscal_quarter_start('month_start') }}, product_line
),

totals as (
    select
        fiscal_quarter,
        sum(recognized_revenue_usd) as total_revenue_usd
    from quarters
    group by fiscal_quarter
)

select
    quarters.fiscal_quarter,
    quarters.fiscal_quarter_start,
    quarters.product_line,
    {{ money('quarters.gross_revenue_usd') }} as gross_revenue_usd,
    {{ money('quarters.credited_usd') }} as credited_usd,
    {{ money('quarters.refunded_usd') }} as refunded_usd,
    {{ money('quarters.recognized_revenue_usd') }} as recognized_revenue_usd,
    {{ safe_divide('quarters.recognized_revenue_usd', 'totals.total_revenue_usd') }} as share_of_quarter,
    {{ money('a_year_ago.recognized_revenue_usd') }} as revenue_a_year_ago_usd,
    {{ safe_divide('quarters.recognized_revenue_usd - a_year_ago.recognized_revenue_usd', 'a_year_ago.recognized_revenue_usd') }} as growth_share
from quarters
inner join totals
    on quarters.fiscal_quarter = totals.fiscal_quarter
left join quarters as a_year_ago
    on quarters.product_line = a_year_ago.product_line
    and a_year_ago.fiscal_quarter_start = {{ to_date(date_add_months('quarters.fiscal_quarter_start', -12)) }}
