{{ config(materialized='table') }}

-- T. Whitlock, 2022-03-11; bridge since 2023-05-05 (FIN-240). Earned revenue by customer, kind and month: by months until April 2023, by
-- days from May 2023 on. A line that runs over the cut-over was moved with an entry of its own, 'moved', in May 2023: what v1 had left
-- and v2 has not (or the other way round), so that no line is earned twice and none is lost.
with v1 as (

    select
        item_id,
        account_id,
        revenue_kind,
        month,
        part_usd
    from {{ ref('fin_schedule_v1') }}

),

v2 as (

    select
        account_id,
        revenue_kind,
        month,
        sum(part_usd) as part_usd
    from {{ ref('fin_schedule_v2') }}
    where not is_future
    group by account_id, revenue_kind, month

),

before as (

    select
        account_id,
        revenue_kind,
        month,
        'v1' as made_by,
        sum(part_usd) as earned_usd
    from v1
    where month < {{ legacy_cutover('revenue') }}
    group by account_id, revenue_kind, month

),

after as (

    select
        coalesce(account_id, '(unknown)') as account_id,
        revenue_kind,
        month,
        'v2' as made_by,
        part_usd as earned_usd
    from v2
    where month >= {{ legacy_cutover('revenue') }}

),

-- what the two versions had earned at the end of April 2023
earned_by_v1 as (

    select
        account_id,
        revenue_kind,
        sum(part_usd) as earned_usd
    from v1
    where month < {{ legacy_cutover('revenue') }}
    group by account_id, revenue_kind

),

earned_by_v2 as (

    select
        coalesce(account_id, '(unknown)') as account_id,
        revenue_kind,
        sum(part_usd) as earned_usd
    from v2
    where month < {{ legacy_cutover('revenue') }}
    group by coalesce(account_id, '(unknown)'), revenue_kind

),

moved as (

    select
        coalesce(earned_by_v1.account_id, earned_by_v2.account_id) as account_id,
        coalesce(earned_by_v1.revenue_kind, earned_by_v2.revenue_kind) as revenue_kind,
        {{ legacy_cutover('revenue') }} as month,
        'moved' as made_by,
        coalesce(earned_by_v2.earned_usd, 0) - coalesce(earned_by_v1.earned_usd, 0) as earned_usd
    from earned_by_v1
    full join earned_by_v2
        on earned_by_v1.account_id = earned_by_v2.account_id
        and earned_by_v1.revenue_kind = earned_by_v2.revenue_kind

),

unioned as (

    select * from before
    union all
    select * from after
    union all
    select * from moved
    where earned_usd <> 0

)

select
    account_id,
    revenue_kind,
    month,
    {{ fin_quarter('month') }} as calendar_quarter,
    made_by,
    {{ money('earned_usd') }} as earned_usd
from unioned
