-- Which territory a seller had when. The CRM only keeps today's; the snapshot has every one since it began, and what it
-- saw first is taken back to the day of hiring.
with versions as (

    select
        crm_user_id,
        territory_id,
        manager_crm_user_id,
        hired_on,
        left_on,
        dbt_valid_from,
        dbt_valid_to,
        row_number() over (partition by crm_user_id order by dbt_valid_from) as version_number
    from {{ ref('snap_crm_users') }}
    where not is_integration

)

select
    crm_user_id,
    version_number,
    territory_id,
    manager_crm_user_id,
    case when version_number = 1 then coalesce(hired_on, {{ history_start() }}) else {{ crm_local_date('dbt_valid_from') }} end as valid_from,
    -- the last day; open while the seller has the territory
    case
        when dbt_valid_to is not null then {{ to_date(date_add_days(crm_local_date('dbt_valid_to'), -1)) }}
        else left_on
    end as valid_to
from versions
