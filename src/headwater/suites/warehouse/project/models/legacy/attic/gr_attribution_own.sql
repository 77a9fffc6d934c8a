-- the growth project's own attribution, a third to each of the first visit, the last visit and the form. replaced by marketing's models
-- in november 2022 (REP-66) and switched off, since it took eleven minutes.
with visits as (

    select * from {{ ref('gr_visits') }}

),

visitors as (

    select * from {{ ref('gr_visitors') }}
    where has_signed_up

)

select
    visitors.anonymous_id,
    visits.channel,
    count(*) as visits,
    max(case when visits.session_date = visitors.first_on then 1 else 0 end)
        + max(case when visits.session_date = visitors.last_on then 1 else 0 end) as thirds
from visitors
inner join visits on visitors.anonymous_id = visits.anonymous_id
group by visitors.anonymous_id, visits.channel
