-- Minutes in which a service was down or slow, by month. Minutes are counted in the month in which an incident began;
-- losses of telemetry hurt us, not customers, and are shown apart.
select
    month_start,
    {{ fiscal_quarter('month_start') }} as fiscal_quarter,
    service,
    count(*) as incidents,
    {{ count_where("incident_kind = 'outage'") }} as outages,
    {{ sum_where("incident_kind = 'outage'", 'duration_minutes') }} as outage_minutes,
    {{ sum_where("incident_kind = 'degraded'", 'duration_minutes') }} as degraded_minutes,
    {{ sum_where("incident_kind = 'telemetry_loss'", 'duration_minutes') }} as telemetry_loss_minutes,
    max(affected_workspaces) as most_affected_workspaces,
    {{ median('duration_minutes') }} as median_minutes_to_resolve
from {{ ref('fct_incidents') }}
group by month_start, {{ fiscal_quarter('month_start') }}, service
