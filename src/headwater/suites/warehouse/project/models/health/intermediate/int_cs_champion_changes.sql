-- Champions who fell silent: champion in a month, not active at all in the next one. The running month has not ended, so
-- the month before it is the last that is judged.
with champions as (
    select * from {{ ref('int_cs_champions_monthly') }}
),

active as (
    select user_id, month_start
    from {{ ref('fct_user_monthly_activity') }}
),

followed as (
    select
        champions.account_id,
        champions.user_id,
        {{ cs_months_before('champions.month_start', -1) }} as month_start,
        champions.user_rank,
        active.user_id is null as is_gone
    from champions
    left join active
        on champions.user_id = active.user_id
        and active.month_start = {{ cs_months_before('champions.month_start', -1) }}
)

select
    account_id,
    month_start,
    count(*) as champions_before,
    {{ count_where('is_gone') }} as champions_gone,
    {{ any_true('is_gone and user_rank = 1') }} as is_first_gone
from followed
where month_start < {{ month_start(as_of()) }}
group by account_id, month_start
