select 'report' as page, week_ending_on, weighted_usd, open_usd
from {{ ref('rpt_pipeline_by_week') }}
where weighted_usd > open_usd + 0.01
union all
select 'forecast' as page, week_ending_on, weighted_amount_usd, open_amount_usd
from {{ ref('fct_forecast_weekly') }}
where weighted_amount_usd > open_amount_usd + 0.01
union all
select 'accuracy' as page, accuracy.week_ending_on, accuracy.weighted_amount_usd, weekly.open_amount_usd
from {{ ref('rpt_forecast_accuracy') }} as accuracy
inner join {{ ref('fct_forecast_weekly') }} as weekly on accuracy.week_ending_on = weekly.week_ending_on
where accuracy.weighted_amount_usd > weekly.open_amount_usd + 0.01
