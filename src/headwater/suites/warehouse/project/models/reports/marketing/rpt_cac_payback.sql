-- Cost of winning a customer and its payback over the last four fiscal quarters: the figure that the board asks for. Only
-- channels that cost something have one.
with quarters as (

    select * from {{ ref('agg_channel_payback_quarterly') }}

),

rolling as (

    select
        channel,
        fiscal_quarter,
        fiscal_quarter_start,
        cost_usd,
        new_customers,
        new_mrr_usd,
        sum(cost_usd) over (partition by channel order by fiscal_quarter_start rows between 3 preceding and current row) as cost_usd_4q,
        sum(new_customers) over (partition by channel order by fiscal_quarter_start rows between 3 preceding and current row) as new_customers_4q,
        sum(new_mrr_usd) over (partition by channel order by fiscal_quarter_start rows between 3 preceding and current row) as new_mrr_usd_4q
    from quarters

)

select
    {{ surrogate_key(['channel', 'fiscal_quarter']) }} as cac_id,
    *,
    {{ safe_divide('cost_usd_4q', 'new_customers_4q') }} as cac_usd,
    {{ payback_months('cost_usd_4q', 'new_mrr_usd_4q', var('gross_margin', 0.78)) }} as payback_months
from rolling
where cost_usd_4q > 0
