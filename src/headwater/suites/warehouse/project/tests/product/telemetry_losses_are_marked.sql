with losses as (

    select distinct dates.date_day
    from {{ ref('stg_telemetry__incidents') }} as incidents
    inner join {{ ref('dim_dates') }} as dates
        on
            dates.date_day >= cast(incidents.started_at as date)
            and dates.date_day <= cast(incidents.resolved_at as date)
    where incidents.incident_kind = 'telemetry_loss'

)

select days.date_day, days.is_telemetry_complete
from {{ ref('agg_daily_active_users') }} as days
left join losses
    on days.date_day = losses.date_day
where days.is_telemetry_complete <> (losses.date_day is null)
