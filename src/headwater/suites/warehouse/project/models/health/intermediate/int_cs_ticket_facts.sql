-- Tickets with what the health team groups them by: region and desk of the customer, tier and plan of the month, tags.
with tiers as (
    select account_id, month_start, support_tier, has_server
    from {{ ref('int_account_support_tiers_monthly') }}
),

tags as (
    select
        ticket_id,
        {{ cs_has_tag('tags', 'escalated') }} as is_tagged_escalated,
        {{ cs_has_tag('tags', 'vip') }} as is_vip
    from {{ ref('int_tickets_accepted') }}
),

raised as (
    select
        ticket_id,
        min(occurred_at) as first_raised_at,
        count(*) as times_raised
    from {{ ref('stg_support__ticket_events') }}
    where event_type = 'priority'
        and {{ priority_rank('to_value') }} < {{ priority_rank("coalesce(from_value, 'normal')") }}
    group by ticket_id
)

select
    tickets.ticket_id,
    tickets.account_id,
    coalesce(accounts.segment, 'Unknown') as segment,
    coalesce(accounts.region, 'Unassigned') as region,
    coalesce(desks.desk, 'Dublin') as desk,
    desks.opened_on as desk_opened_on,
    coalesce(tiers.support_tier, 'free') as support_tier,
    coalesce(tiers.has_server, false) as has_server,
    tickets.channel,
    tickets.product,
    tickets.category,
    tickets.priority,
    tickets.priority_rank,
    tickets.created_at,
    tickets.created_on,
    tickets.created_month,
    tickets.first_response_at,
    tickets.resolved_at,
    tickets.resolved_on,
    tickets.is_resolved,
    tickets.reopens,
    tickets.waiting_minutes,
    tickets.assigned_agent_id,
    tags.is_tagged_escalated,
    tags.is_vip,
    raised.first_raised_at,
    coalesce(raised.times_raised, 0) as times_raised,
    tags.is_tagged_escalated or coalesce(raised.times_raised, 0) > 0 as is_escalated
from {{ ref('fct_tickets') }} as tickets
inner join tags
    on tickets.ticket_id = tags.ticket_id
left join {{ ref('dim_accounts') }} as accounts
    on tickets.account_id = accounts.account_id
left join {{ ref('cs_support_desks') }} as desks
    on accounts.region = desks.region
left join tiers
    on tickets.account_id = tiers.account_id
    and tickets.created_month = tiers.month_start
left join raised
    on tickets.ticket_id = raised.ticket_id
