-- Won and lost by the fiscal quarter in which opportunities closed. Renewals are in, apart: their win rate is a renewal
-- rate and must not lift that of new business.
with closed as (

    select * from {{ ref('reg_opportunities') }}
    where is_closed
        and closed_on <= {{ as_of() }}

)

select
    {{ surrogate_key(['fiscal_quarter', 'type', 'segment', 'product_line']) }} as win_rate_id,
    fiscal_quarter,
    {{ fiscal_quarter_start('min(closed_on)') }} as fiscal_quarter_start,
    type,
    segment,
    product_line,
    count(*) as closed_opportunities,
    {{ count_where('is_won') }} as won_opportunities,
    {{ count_where('not is_won') }} as lost_opportunities,
    sum(amount_usd) as closed_amount_usd,
    {{ sum_where('is_won', 'amount_usd') }} as won_amount_usd,
    {{ safe_divide(count_where('is_won'), 'count(*)') }} as win_rate,
    {{ safe_divide(sum_where('is_won', 'amount_usd'), 'sum(amount_usd)') }} as win_rate_by_amount,
    {{ median('case when is_won then sales_cycle_days end') }} as median_won_cycle_days,
    sum(case when is_won then sales_cycle_days else 0 end) as won_cycle_days
from closed
group by fiscal_quarter, type, segment, product_line
