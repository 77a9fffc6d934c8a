-- Answers to the half-yearly question, of people who count: no staff, no tests. One answer for each user and half year;
-- who answered twice is counted with the later one.
with responses as (
    select
        responses.response_id,
        responses.user_id,
        users.account_id,
        responses.nps_score,
        responses.responded_at,
        cast(extract(year from responses.responded_at) as integer) as response_year,
        case when extract(month from responses.responded_at) <= 6 then 1 else 2 end as response_half
    from {{ ref('stg_survey__nps_responses') }} as responses
    inner join {{ ref('dim_users') }} as users on responses.user_id = users.user_id
    where users.is_reportable
),

latest as (
    {{ deduplicate('responses', 'user_id, response_year, response_half', 'responded_at desc, response_id desc') }}
)

select
    latest.response_id,
    latest.user_id,
    latest.account_id,
    accounts.segment,
    latest.nps_score,
    {{ nps_group('latest.nps_score') }} as nps_group,
    latest.responded_at,
    {{ month_start('latest.responded_at') }} as responded_month,
    {{ fiscal_quarter('latest.responded_at') }} as fiscal_quarter
from latest
left join {{ ref('dim_accounts') }} as accounts on latest.account_id = accounts.account_id
