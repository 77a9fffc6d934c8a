with today as (
    select count(*) as people
    from {{ ref('stg_finance__headcount') }}
    where started_on <= {{ as_of() }}
        and (ended_on is null or ended_on >= {{ month_start(as_of()) }})
),

reported as (
    select sum(people_employed) as people
    from {{ ref('fct_headcount_monthly') }}
    where month_start = {{ month_start(as_of()) }}
)

select today.people, reported.people as reported_people
from today
cross join reported
where today.people <> reported.people
