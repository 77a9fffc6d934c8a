{%- set windows = [14, 30, 60] -%}
{%- set max_generation = 4 -%}

-- The viral loop, person by person: whom somebody invited, who came, who invited others in turn. One row for each person who was
-- ever in a workspace that counts.
--
-- A generation is the number of invitations between a person and somebody who signed up without one: 0 signed up alone, 1 was
-- invited by those, and so on, up to {{ max_generation }} (deeper chains are in the last one; there are few). Invitations are matched to people by
-- address, since the app does not keep who took which.

with people as (

    select
        user_id,
        email,
        account_id,
        home_workspace_id,
        signup_source,
        created_at,
        created_on
    from {{ ref('dim_users') }}
    where is_reportable
        and not is_bot
        and account_id is not null

),

invitations as (

    select
        invited.invitation_id,
        invited.workspace_id,
        invited.inviter_user_id,
        raw_invitations.invited_email,
        invited.sent_at,
        invited.accepted_at,
        invited.outcome,
        invited.minutes_to_accept
    from {{ ref('fct_invitations') }} as invited
    inner join {{ ref('stg_app__invitations') }} as raw_invitations
        on invited.invitation_id = raw_invitations.invitation_id

),

-- the invitation that brought a person: the first that was taken
accepted as (

    select
        people.user_id,
        invitations.inviter_user_id,
        invitations.invitation_id,
        invitations.accepted_at,
        row_number() over (partition by people.user_id order by invitations.accepted_at, invitations.invitation_id) as invitation_rank
    from people
    inner join invitations
        on people.email = invitations.invited_email
    where invitations.accepted_at is not null
        and invitations.inviter_user_id <> people.user_id

),

brought_by as (

    select
        user_id,
        inviter_user_id,
        invitation_id,
        accepted_at
    from accepted
    where invitation_rank = 1

),

generation_0 as (

    select
        people.user_id,
        people.user_id as root_user_id,
        0 as generation
    from people
    left join brought_by
        on people.user_id = brought_by.user_id
    where brought_by.user_id is null

),
{% for generation in range(1, max_generation + 1) %}
generation_{{ generation }} as (

    select
        brought_by.user_id,
        inviters.root_user_id,
        {{ generation }} as generation
    from brought_by
    inner join generation_{{ generation - 1 }} as inviters
        on brought_by.inviter_user_id = inviters.user_id

),
{% endfor %}
generations as (

    {%- for generation in range(0, max_generation + 1) %}
    select user_id, root_user_id, generation from generation_{{ generation }}
    {{ 'union all' if not loop.last }}
    {%- endfor %}

),

first_generations as (

    -- chains can close (A invites B, B invites A to another workspace): the shortest way counts
    {{ deduplicate('generations', 'user_id', 'generation, root_user_id') }}

),

sent as (

    select
        people.user_id,
        count(*) as invitations_sent,
        {{ count_where("invitations.outcome = 'accepted'") }} as invitations_accepted,
        {{ count_where("invitations.outcome = 'expired'") }} as invitations_expired,
        count(distinct invitations.workspace_id) as workspaces,
        min(invitations.sent_at) as first_sent_at,
        {{ median('invitations.minutes_to_accept') }} as median_minutes_to_accept
        {%- for window in windows %},
        {{ count_where(growth_within('people.created_at', 'invitations.sent_at', window)) }} as sent_{{ window }}d,
        {{ count_where(growth_within('people.created_at', 'invitations.accepted_at', window)) }} as accepted_{{ window }}d
        {%- endfor %}
    from people
    inner join invitations
        on people.user_id = invitations.inviter_user_id
    group by people.user_id

),

children as (

    select
        brought_by.inviter_user_id as user_id,
        count(*) as people_brought,
        count(distinct grandchildren.inviter_user_id) as people_brought_who_brought
    from brought_by
    left join brought_by as grandchildren
        on brought_by.user_id = grandchildren.inviter_user_id
    group by brought_by.inviter_user_id

)

select
    people.user_id,
    people.account_id,
    people.home_workspace_id,
    coalesce(people.signup_source, 'unknown') as signup_source,
    people.created_on,
    {{ month_start('people.created_on') }} as cohort_month,
    brought_by.inviter_user_id,
    brought_by.invitation_id as brought_by_invitation_id,
    coalesce(first_generations.generation, {{ max_generation }}) as generation,
    first_generations.root_user_id,
    coalesce(sent.invitations_sent, 0) as invitations_sent,
    coalesce(sent.invitations_accepted, 0) as invitations_accepted,
    coalesce(sent.invitations_expired, 0) as invitations_expired,
    sent.first_sent_at,
    {{ growth_days_to('people.created_at', 'sent.first_sent_at') }} as days_to_first_invitation,
    sent.median_minutes_to_accept
    {%- for window in windows %},
    coalesce(sent.sent_{{ window }}d, 0) as sent_{{ window }}d,
    coalesce(sent.accepted_{{ window }}d, 0) as accepted_{{ window }}d,
    {{ growth_is_mature('people.created_on', window) }} as is_mature_{{ window }}d
    {%- endfor %},
    coalesce(children.people_brought, 0) as people_brought,
    coalesce(children.people_brought_who_brought, 0) as people_brought_who_brought
from people
left join brought_by
    on people.user_id = brought_by.user_id
left join first_generations
    on people.user_id = first_generations.user_id
left join sent
    on people.user_id = sent.user_id
left join children
    on people.user_id = children.user_id
