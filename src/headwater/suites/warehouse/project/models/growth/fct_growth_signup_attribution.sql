{%- set variants = ['v1_last_click', 'v2_first_click_30d', 'v3_position_based', 'v4_time_decay', 'v5_self_reported'] -%}
{%- set lookbacks = {'v1_last_click': 30, 'v2_first_click_30d': 30, 'v3_position_based': 90, 'v4_time_decay': 90} -%}

-- Whom a sign-up is owed to, in the five versions that growth has reported with:
--
--   v1_last_click        2021: last visit that was not direct, 30 days, of the browser that signed up
--   v2_first_click_30d   2022: first visit of 30 days, direct ones too
--   v3_position_based    2023: marketing's model, taken from fct_attributed_signups as it is
--   v4_time_decay        2024: all touches of 90 days, halved every seven
--   v5_self_reported     the app's `signup_source`, mapped to channels. What people would say, before we ask them
--
-- One row a sign-up, variant and channel. Weights of a sign-up add up to one in each variant. Sign-ups without any touch in a variant
-- are 'unattributed' there: unlike marketing's tables, which give them to the channel of the source.

with signups as (

    select
        user_id,
        account_id,
        signed_up_at,
        signed_up_on,
        anonymous_id,
        signup_source,
        is_first_of_account
    from {{ ref('int_signups') }}

),

sessions as (

    select
        signups.user_id,
        sessions.session_id,
        sessions.started_at,
        sessions.channel,
        {{ date_diff_days('sessions.started_at', 'signups.signed_up_at') }} as days_before
    from signups
    inner join {{ ref('fct_web_sessions') }} as sessions
        on signups.anonymous_id = sessions.anonymous_id
        and sessions.started_at <= signups.signed_up_at
        and {{ date_diff_days('sessions.started_at', 'signups.signed_up_at') }} <= 90

),

last_clicks as (

    select
        user_id,
        channel
    from (
        select
            user_id,
            channel,
            row_number() over (partition by user_id order by started_at desc, session_id desc) as click_rank
        from sessions
        where channel <> 'direct'
            and days_before <= {{ lookbacks.v1_last_click }}
    ) as ranked
    where click_rank = 1

),

first_clicks as (

    select
        user_id,
        channel
    from (
        select
            user_id,
            channel,
            row_number() over (partition by user_id order by started_at, session_id) as click_rank
        from sessions
        where days_before <= {{ lookbacks.v2_first_click_30d }}
    ) as ranked
    where click_rank = 1

),

marketing as (

    select
        user_id,
        case when is_claimed then channel else 'unattributed' end as channel,
        sum(weight) as weight
    from {{ ref('fct_attributed_signups') }}
    where attribution_model = 'position_based'
    group by user_id, case when is_claimed then channel else 'unattributed' end

),

touches as (

    select
        touches.user_id,
        touches.touch_id,
        touches.channel,
        touches.touched_at,
        touches.touch_position = touches.touch_count as is_last,
        {{ growth_decay("greatest(" ~ date_diff_days('touches.touched_at', 'signups.signed_up_at') ~ ", 0)", 7) }} as raw_weight
    from {{ ref('int_signup_touches') }} as touches
    inner join signups
        on touches.user_id = signups.user_id

),

touch_totals as (

    select
        user_id,
        sum(raw_weight) as total_weight
    from touches
    group by user_id

),

decayed as (

    select
        touches.user_id,
        touches.channel,
        {{ growth_normalised('touches.raw_weight', 'touch_totals.total_weight', 'touches.is_last', 'touches.user_id') }} as weight
    from touches
    inner join touch_totals
        on touches.user_id = touch_totals.user_id

),

self_reported as (

    select
        user_id,
        case signup_source
            when 'paid' then 'paid_search'
            when 'organic' then 'organic_search'
            when 'partner' then 'partner'
            when 'sales' then 'sales'
            else 'unattributed'
        end as channel
    from signups

),

claims as (

    select 'v1_last_click' as variant, user_id, channel, cast(1 as decimal(9, 6)) as weight from last_clicks
    union all
    select 'v2_first_click_30d' as variant, user_id, channel, cast(1 as decimal(9, 6)) as weight from first_clicks
    union all
    select 'v3_position_based' as variant, user_id, channel, cast(weight as decimal(9, 6)) as weight from marketing
    union all
    select 'v4_time_decay' as variant, user_id, channel, weight from decayed
    union all
    select 'v5_self_reported' as variant, user_id, channel, cast(1 as decimal(9, 6)) as weight from self_reported

),

by_channel as (

    select
        variant,
        user_id,
        channel,
        sum(weight) as weight
    from claims
    group by variant, user_id, channel

),

unclaimed as (
    {% for variant in variants %}
    select
        '{{ variant }}' as variant,
        signups.user_id
    from signups
    left join by_channel
        on signups.user_id = by_channel.user_id
        and by_channel.variant = '{{ variant }}'
    where by_channel.user_id is null
    {{ 'union all' if not loop.last }}
    {% endfor %}
),

complete as (

    select
        variant,
        user_id,
        channel,
        weight
    from by_channel
    where weight > 0

    union all

    select
        variant,
        user_id,
        'unattributed' as channel,
        cast(1 as decimal(9, 6)) as weight
    from unclaimed

)

select
    {{ surrogate_key(['complete.variant', 'complete.user_id', 'complete.channel']) }} as claim_id,
    complete.variant,
    complete.user_id,
    signups.account_id,
    signups.signed_up_on,
    {{ month_start('signups.signed_up_on') }} as month_start,
    {{ fiscal_quarter('signups.signed_up_on') }} as fiscal_quarter,
    signups.is_first_of_account,
    complete.channel,
    {{ growth_channel_group('complete.channel') }} as channel_group,
    cast(complete.weight as decimal(9, 6)) as weight,
    complete.channel <> 'unattributed' as is_claimed,
    coalesce(accounts.first_mrr_usd, 0) as account_first_mrr_usd
from complete
inner join signups
    on complete.user_id = signups.user_id
left join {{ ref('int_growth_accounts') }} as accounts
    on signups.account_id = accounts.account_id
    and signups.is_first_of_account
