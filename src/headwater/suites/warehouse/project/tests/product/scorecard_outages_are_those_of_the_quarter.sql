with recounted as (

    select
        dates.fiscal_quarter,
        sum({{ minutes_between('incidents.started_at', 'incidents.resolved_at') }}) as minutes
    from {{ ref('stg_telemetry__incidents') }} as incidents
    inner join {{ ref('dim_dates') }} as dates
        on cast(incidents.started_at as date) = dates.date_day
    where incidents.incident_kind = 'outage'
    group by dates.fiscal_quarter

)

select
    scorecard.fiscal_quarter,
    scorecard.value,
    recounted.minutes
from {{ ref('rpt_product_scorecard') }} as scorecard
left join recounted
    on scorecard.fiscal_quarter = recounted.fiscal_quarter
where scorecard.metric = 'outage_minutes' and scorecard.value <> coalesce(recounted.minutes, 0)
