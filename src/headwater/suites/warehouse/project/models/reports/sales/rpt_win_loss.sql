-- Win rates by quarter and type over all segments, with the reason that was given most for losing.
with rates as (

    select
        fiscal_quarter,
        fiscal_quarter_start,
        type,
        sum(closed_opportunities) as closed_opportunities,
        sum(won_opportunities) as won_opportunities,
        sum(lost_opportunities) as lost_opportunities,
        sum(won_amount_usd) as won_amount_usd,
        sum(closed_amount_usd) as closed_amount_usd
    from {{ ref('agg_win_rates_quarterly') }}
    group by fiscal_quarter, fiscal_quarter_start, type

),

reasons as (

    select
        fiscal_quarter,
        type,
        coalesce(lost_reason, 'not given') as lost_reason,
        count(*) as opportunities
    from {{ ref('reg_opportunities') }}
    where is_closed
        and not is_won
    group by fiscal_quarter, type, coalesce(lost_reason, 'not given')

),

top_reasons as (

    {{ deduplicate('reasons', partition_by='fiscal_quarter, type', order_by='opportunities desc, lost_reason') }}

)

select
    {{ surrogate_key(['rates.fiscal_quarter', 'rates.type']) }} as win_loss_id,
    rates.fiscal_quarter,
    rates.fiscal_quarter_start,
    rates.type,
    rates.closed_opportunities,
    rates.won_opportunities,
    rates.lost_opportunities,
    rates.won_amount_usd,
    {{ safe_divide('rates.won_opportunities', 'rates.closed_opportunities') }} as win_rate,
    {{ safe_divide('rates.won_amount_usd', 'rates.closed_amount_usd') }} as win_rate_by_amount,
    top_reasons.lost_reason as top_lost_reason,
    top_reasons.opportunities as top_lost_reason_opportunities
from rates
left join top_reasons
    on rates.fiscal_quarter = top_reasons.fiscal_quarter
    and rates.type = top_reasons.type
