-- did anybody notice? by quarter and service
select
    {{ fiscal_quarter('date_day') }} as fiscal_quarter,
    service,
    count(*) as slices,
    count(distinct incident_id) as incidents,
    sum(minutes) as region_minutes,
    {{ count_where("verdict = 'felt'") }} as felt,
    {{ count_where("verdict = 'not felt'") }} as not_felt,
    {{ count_where("verdict = 'too few'") }} as too_few,
    sum(events) as events,
    {{ median('events_change_pct') }} as median_change_pct,
    {{ plt_pct(count_where("verdict = 'felt'"), count_where("verdict <> 'too few'")) }} as felt_pct
from {{ ref('fct_plt_incident_impact') }}
group by 1, 2
