-- People who joined a new customer's workspaces by the end of the ninety days, and invitations on the way.
with joined as (
    select
        starts.account_id,
        count(distinct members.user_id) as members,
        count(distinct case when members.is_guest then members.user_id end) as guests,
        count(distinct case when members.role in ('owner', 'admin') then members.user_id end) as admins
    from {{ ref('int_cs_customer_starts') }} as starts
    inner join {{ ref('int_membership_periods') }} as members
        on starts.account_id = members.account_id
        and members.joined_at < starts.ends_on
        and (members.left_at is null or members.left_at >= starts.started_on)
    group by starts.account_id
),

invited as (
    select
        starts.account_id,
        count(*) as invitations,
        {{ count_where("invitations.outcome = 'accepted'") }} as accepted
    from {{ ref('int_cs_customer_starts') }} as starts
    inner join {{ ref('fct_invitations') }} as invitations
        on starts.account_id = invitations.account_id
        and invitations.sent_on >= starts.started_on
        and invitations.sent_on < starts.ends_on
    group by starts.account_id
)

select
    starts.account_id,
    coalesce(joined.members, 0) as members,
    coalesce(joined.guests, 0) as guests,
    coalesce(joined.admins, 0) as admins,
    coalesce(invited.invitations, 0) as invitations,
    coalesce(invited.accepted, 0) as invitations_accepted
from {{ ref('int_cs_customer_starts') }} as starts
left join joined
    on starts.account_id = joined.account_id
left join invited
    on starts.account_id = invited.account_id
