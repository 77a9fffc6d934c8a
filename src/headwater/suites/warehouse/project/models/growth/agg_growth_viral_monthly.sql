{%- set windows = [14, 30, 60] -%}

-- The loop in numbers, by month in which people came: how many they invited and brought, the k-factor (people brought per person)
-- with windows of 14, 30 and 60 days, and how long a turn takes. In total and by generation.
-- A k-factor of a cohort that is younger than its window is null, not small.

with people as (

    select * from {{ ref('fct_growth_invitation_loops') }}

),

long as (

    select 'all' as generation_group, people.* from people
    union all
    select
        case when generation = 0 then 'came alone' when generation = 1 then 'invited' else 'invited by invited' end as generation_group,
        people.*
    from people

),

months as (

    select
        generation_group,
        cohort_month,
        count(*) as people,
        {{ count_where('invitations_sent > 0') }} as inviters,
        sum(invitations_sent) as invitations_sent,
        sum(invitations_accepted) as invitations_accepted,
        sum(invitations_expired) as invitations_expired,
        sum(people_brought) as people_brought,
        sum(people_brought_who_brought) as people_brought_who_brought,
        {{ median('days_to_first_invitation') }} as median_days_to_first_invitation
        {%- for window in windows %},
        sum(sent_{{ window }}d) as sent_{{ window }}d,
        sum(accepted_{{ window }}d) as accepted_{{ window }}d,
        {{ count_where('is_mature_' ~ window ~ 'd') }} as mature_{{ window }}d
        {%- endfor %}
    from long
    group by generation_group, cohort_month

),

with_past as (

    select
        months.*,
        sum(people) over (partition by generation_group order by cohort_month rows between 11 preceding and current row) as people_12m,
        sum(people_brought) over (partition by generation_group order by cohort_month rows between 11 preceding and current row) as people_brought_12m,
        sum(people) over (partition by generation_group order by cohort_month rows between unbounded preceding and current row) as people_to_date
    from months

)

select
    {{ surrogate_key(['generation_group', 'cohort_month']) }} as viral_month_id,
    generation_group,
    cohort_month,
    {{ fiscal_quarter('cohort_month') }} as fiscal_quarter,
    people,
    people_to_date,
    inviters,
    {{ growth_rate_of('inviters', 'people') }} as inviter_share,
    invitations_sent,
    invitations_accepted,
    invitations_expired,
    {{ growth_rate_of('invitations_accepted', '(invitations_accepted + invitations_expired)') }} as acceptance_rate,
    people_brought,
    people_brought_who_brought,
    median_days_to_first_invitation
    {%- for window in windows %},
    case when mature_{{ window }}d = people then {{ safe_divide('accepted_' ~ window ~ 'd', 'people', 4) }} end as k_factor_{{ window }}d
    {%- endfor %},
    {{ safe_divide('people_brought', 'people', 4) }} as k_factor,
    {{ safe_divide('people_brought_12m', 'people_12m', 4) }} as k_factor_12m
from with_past
