-- The same bookings under each attribution model, side by side: the argument that marketing has every quarter.
select
    {{ surrogate_key(['attributed.fiscal_quarter', 'attributed.channel']) }} as comparison_id,
    attributed.fiscal_quarter,
    attributed.channel,
    max(channels.channel_name) as channel_name,
    {% for model in attribution_models() -%}
    {{ sum_where("attributed.attribution_model = '" ~ model ~ "'", 'attributed.attributed_acv_usd') }} as {{ model }}_acv_usd,
    {% endfor -%}
    count(distinct attributed.opportunity_id) as bookings_touched
from {{ ref('fct_attributed_bookings') }} as attributed
inner join {{ ref('dim_channels') }} as channels
    on attributed.channel = channels.channel
group by attributed.fiscal_quarter, attributed.channel
