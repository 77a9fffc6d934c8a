-- Days (UTC) on which the collector lost events, per region. A loss without a region hit all of them.
with losses as (

    select * from {{ ref('stg_telemetry__incidents') }}
    where incident_kind = 'telemetry_loss'

),

regions as (

    select region from {{ ref('map_workspace_regions') }}

),

days as (

    select date_day from {{ ref('dim_dates') }}
    where is_past

)

select
    days.date_day,
    regions.region,
    count(*) as losses
from losses
inner join regions
    on losses.region is null or losses.region = regions.region
inner join days
    on
        days.date_day >= {{ to_date('losses.started_at') }}
        and days.date_day <= {{ to_date('coalesce(losses.resolved_at, ' ~ as_of_end() ~ ')') }}
group by days.date_day, regions.region
