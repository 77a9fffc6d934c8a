select
    this_week.week_ending_on,
    this_week.opening_usd,
    last_week.closing_usd
from {{ ref('rpt_pipeline_waterfall') }} as this_week
inner join {{ ref('rpt_pipeline_waterfall') }} as last_week
    on last_week.week_ending_on = {{ to_date(date_add_days('this_week.week_ending_on', -7)) }}
where abs(this_week.opening_usd - last_week.closing_usd) > 0.01
