{{ config(materialized='table') }}

-- leads by month and source from the crm's raw records. the same address twice is one lead, the earlier record counts.
with leads as (

    select
        *,
        row_number() over (partition by coalesce(email, lead_id) order by created_at, lead_id) as record_number
    from {{ ref('stg_crm__leads') }}
    where not is_deleted

),

first_records as (

    select
        leads.lead_id,
        {{ month_start('leads.created_at') }} as month,
        coalesce(sources.lead_source, 'Other') as lead_source,
        leads.status,
        leads.mql_at,
        leads.sql_at,
        leads.converted_at,
        leads.created_at
    from leads
    left join {{ ref('map_lead_sources') }} as sources
        on lower(trim(leads.source_lead_source)) = sources.source_lead_source
    where leads.record_number = 1

),

final as (

    select
        month,
        lead_source,
        count(*) as leads,
        count(mql_at) as mqls,
        count(sql_at) as sqls,
        count(converted_at) as converted,
        sum(case when status = 'Disqualified' then 1 else 0 end) as disqualified,
        sum(case when status = 'Nurture' then 1 else 0 end) as in_nurture,
        sum(case when mql_at is not null then {{ date_diff_days('created_at', 'mql_at') }} else 0 end) as days_to_mql,
        {{ growth_share('count(converted_at)', 'count(*)') }} as conversion
    from first_records
    group by month, lead_source

)

select * from final
