-- The policy that held when the ticket came in, for the tier of its account in that month. Tickets that nobody could
-- match have the targets of the free tier.
with tickets as (
    select * from {{ ref('int_tickets_accepted') }}
),

accounts as (
    select * from {{ ref('int_tickets_accounts') }}
),

tiers as (
    select * from {{ ref('int_account_support_tiers_monthly') }}
),

policies as (
    select * from {{ ref('stg_support__sla_policies') }}
),

with_tier as (
    select
        tickets.ticket_id,
        tickets.created_at,
        tickets.priority,
        coalesce(tiers.support_tier, 'free') as support_tier
    from tickets
    inner join accounts on tickets.ticket_id = accounts.ticket_id
    left join tiers
        on accounts.account_id = tiers.account_id
        and {{ month_start('tickets.created_at') }} = tiers.month_start
)

select
    with_tier.ticket_id,
    with_tier.support_tier,
    policies.sla_policy_id,
    policies.first_response_target_minutes,
    policies.resolution_target_minutes,
    policies.counts_business_hours_only
from with_tier
left join policies
    on with_tier.support_tier = policies.support_tier
    and with_tier.priority = policies.priority
    and {{ to_date('with_tier.created_at') }} between policies.valid_from and policies.valid_to
