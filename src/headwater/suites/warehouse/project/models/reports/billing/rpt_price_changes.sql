-- What price increases brought: customers who were moved to a newer price of the plan that they have, by month and plan.
with changes as (
    select * from {{ ref('fct_subscription_changes') }}
    where is_price_increase
),

later as (
    select
        changes.subscription_change_id,
        max(case when next_changes.change_type = 'canceled' then 1 else 0 end) as left_within_90_days
    from changes
    inner join {{ ref('fct_subscription_changes') }} as next_changes
        on changes.subscription_id = next_changes.subscription_id
        and next_changes.changed_at > changes.changed_at
        and next_changes.changed_on <= {{ to_date(date_add_days('changes.changed_on', 90)) }}
    group by changes.subscription_change_id
)

select
    {{ month_start('changes.changed_on') }} as month_start,
    changes.plan_code,
    count(*) as subscriptions_moved,
    sum(changes.seats) as seats_moved,
    {{ money('sum(changes.list_mrr_change_usd)') }} as list_mrr_gained_usd,
    sum(coalesce(later.left_within_90_days, 0)) as left_within_90_days,
    {{ safe_divide('sum(coalesce(later.left_within_90_days, 0))', 'count(*)') }} as left_share
from changes
left join later
    on changes.subscription_change_id = later.subscription_change_id
group by {{ month_start('changes.changed_on') }}, changes.plan_code
