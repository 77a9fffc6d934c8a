-- How far off the forecast was in weeks 1, 4, 8 and 12 of fiscal quarters that are over.
with forecasts as (

    select * from {{ ref('fct_forecast_weekly') }}
    where final_tcv_usd is not null
        and week_of_quarter in (1, 4, 8, 12)

)

select
    {{ surrogate_key(['fiscal_quarter', 'week_of_quarter']) }} as forecast_accuracy_id,
    fiscal_quarter,
    week_of_quarter,
    week_ending_on,
    booked_tcv_usd,
    weighted_amount_usd,
    forecast_tcv_usd,
    final_tcv_usd,
    forecast_tcv_usd - final_tcv_usd as error_usd,
    {{ safe_divide('abs(forecast_tcv_usd - final_tcv_usd)', 'final_tcv_usd') }} as absolute_error_share
from forecasts
