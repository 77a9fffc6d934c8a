{{ config(materialized='incremental', event_time='upgraded_on', unique_key='month_start', incremental_strategy='delete+insert') }}

-- Each time a server came back with another version.
with periods as (

    select * from {{ ref('int_server_version_periods') }}
    where previous_version is not null

),

versions as (

    select * from {{ ref('dim_server_versions') }}

),

servers as (

    select * from {{ ref('dim_servers') }}

)

select
    periods.version_period_id as upgrade_id,
    periods.server_id,
    servers.account_id,
    periods.previous_version as from_version,
    periods.version as to_version,
    periods.valid_from as upgraded_on,
    {{ month_start('periods.valid_from') }} as month_start,
    {{ upgrade_kind('periods.previous_sort_key', 'periods.version_sort_key') }} as upgrade_kind,
    to_versions.released_on as to_version_released_on,
    {{ date_diff_days('to_versions.released_on', 'periods.valid_from') }} as days_after_release,
    to_versions.release_number - from_versions.release_number as releases_crossed
from periods
inner join servers
    on periods.server_id = servers.server_id
left join versions as from_versions
    on periods.previous_version = from_versions.version
left join versions as to_versions
    on periods.version = to_versions.version
{%- if is_incremental() %}
-- whole months: a late ping can move an upgrade to the day before
where periods.valid_from >= {{ to_date(date_add_months(month_start(as_of()), -1)) }}
{%- endif %}
