select log.activities, counted.activities as activities_of_people
from (select sum(activities) as activities from {{ ref('agg_rep_productivity_monthly') }}) as log
cross join (
    select count(*) as activities
    from {{ ref('stg_crm__activities') }} as activities
    inner join {{ ref('stg_crm__users') }} as users
        on activities.owner_crm_user_id = users.crm_user_id
    where users.role <> 'Integration'
        and activities.occurred_at < {{ as_of_end() }}
) as counted
where log.activities <> counted.activities
