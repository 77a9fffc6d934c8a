{%- set versions = ['v1', 'v2'] -%}

-- Qualified workspaces by month and version: how many, how many for the first time, how many of them upgraded within three months
-- against those that were not qualified. `was_in_force` says whether sales worked with the version in the month: conversion of a
-- version that nobody called for is the product's own.

with months as (

    select * from {{ ref('fct_growth_product_qualified') }}

),

long as (
    {% for version in versions %}
    select
        '{{ version }}' as pql_version,
        workspace_id,
        month_start,
        segment,
        meets_{{ version }} as is_qualified,
        is_first_{{ version }} as is_first,
        version_in_force = '{{ version }}' as was_in_force,
        upgrades_in_3m,
        is_outcome_known
    from months
    {{ 'union all' if not loop.last }}
    {% endfor %}
),

counted as (

    select
        pql_version,
        month_start,
        {{ any_true('was_in_force') }} as was_in_force,
        count(*) as free_workspaces,
        {{ count_where('is_qualified') }} as qualified,
        {{ count_where('is_first') }} as first_qualified,
        {{ count_where('is_outcome_known') }} as known,
        {{ count_where('is_qualified and is_outcome_known') }} as known_qualified,
        {{ count_where('is_qualified and is_outcome_known and upgrades_in_3m') }} as qualified_upgraded,
        {{ count_where('not is_qualified and is_outcome_known and upgrades_in_3m') }} as not_qualified_upgraded
    from long
    group by pql_version, month_start

),

versions_met as (

    select
        month_start,
        {{ count_where('meets_v1 and meets_v2') }} as qualified_by_both,
        {{ count_where('meets_v1 or meets_v2') }} as qualified_by_any
    from months
    group by month_start

)

select
    {{ surrogate_key(['counted.pql_version', 'counted.month_start']) }} as pql_month_id,
    counted.pql_version,
    counted.month_start,
    {{ fiscal_quarter('counted.month_start') }} as fiscal_quarter,
    counted.was_in_force,
    counted.free_workspaces,
    counted.qualified,
    counted.first_qualified,
    counted.known_qualified,
    counted.qualified_upgraded,
    counted.not_qualified_upgraded,
    versions_met.qualified_by_both,
    versions_met.qualified_by_any,
    {{ growth_rate_of('counted.qualified', 'counted.free_workspaces') }} as qualified_share,
    {{ growth_rate_of('counted.qualified_upgraded', 'counted.known_qualified') }} as upgrade_rate_qualified,
    {{ growth_rate_of('counted.not_qualified_upgraded', 'counted.known - counted.known_qualified') }} as upgrade_rate_not_qualified,
    {{ growth_rate_of('versions_met.qualified_by_both', 'versions_met.qualified_by_any') }} as overlap_of_versions
from counted
inner join versions_met
    on counted.month_start = versions_met.month_start
