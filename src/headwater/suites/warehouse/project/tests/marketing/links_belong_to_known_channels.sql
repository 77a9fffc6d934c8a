{{ config(meta={
    'symptom': "A large part of the visits from tagged links is in no channel.",
    'business': "Paid traffic collapsed and 'Other' took its place.",
}) }}

select
    sum(case when channel = 'other' then 1 else 0 end) as unknown_sessions,
    count(*) as sessions
from {{ ref('fct_web_sessions') }}
where traffic_source is not null
having sum(case when channel = 'other' then 1 else 0 end) > 0.05 * count(*)
