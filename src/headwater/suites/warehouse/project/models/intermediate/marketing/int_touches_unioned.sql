-- Every contact of marketing with somebody. A session in which a form was sent is one touch, the form: counting both
-- would give the channel twice the credit. Webinars come from the webinar tool, so campaigns of that type are left out.
with sessions as (

    select * from {{ ref('int_web_sessions_classified') }}
    where not is_bot

),

forms as (

    select * from {{ ref('stg_marketing__form_submissions') }}

),

sessions_with_forms as (

    select distinct session_id
    from forms
    where session_id is not null

),

bots as (

    select session_id
    from {{ ref('int_web_sessions_classified') }}
    where is_bot

),

campaigns as (

    select * from {{ ref('int_campaigns_classified') }}

)

select
    {{ surrogate_key(["'session'", 'sessions.session_id']) }} as touch_id,
    'session' as touch_type,
    sessions.started_at as touched_at,
    sessions.anonymous_id,
    cast(null as varchar) as email,
    sessions.channel,
    sessions.utm_campaign as campaign_key,
    sessions.landing_path as detail
from sessions
left join sessions_with_forms
    on sessions.session_id = sessions_with_forms.session_id
where sessions_with_forms.session_id is null

union all

select
    {{ surrogate_key(["'form'", 'forms.submission_id']) }} as touch_id,
    'form' as touch_type,
    forms.submitted_at as touched_at,
    forms.anonymous_id,
    forms.email,
    coalesce(sessions.channel, 'direct') as channel,
    sessions.utm_campaign as campaign_key,
    forms.form as detail
from forms
left join sessions
    on forms.session_id = sessions.session_id
left join bots
    on forms.session_id = bots.session_id
where bots.session_id is null

union all

select
    {{ surrogate_key(["'webinar'", 'attendance_id']) }} as touch_id,
    'webinar' as touch_type,
    cast(held_on as timestamp) as touched_at,
    cast(null as varchar) as anonymous_id,
    email,
    'webinar' as channel,
    webinar_name as campaign_key,
    webinar_name as detail
from {{ ref('int_webinar_attendance') }}
where has_attended

union all

select
    {{ surrogate_key(["'email'", 'email_send_id']) }} as touch_id,
    'email_click' as touch_type,
    clicked_at as touched_at,
    cast(null as varchar) as anonymous_id,
    email,
    'email' as channel,
    campaign_name as campaign_key,
    campaign_name as detail
from {{ ref('int_email_sends') }}
where clicked_at is not null

union all

select
    {{ surrogate_key(["'campaign'", 'members.campaign_member_key']) }} as touch_id,
    'campaign_response' as touch_type,
    members.responded_at as touched_at,
    cast(null as varchar) as anonymous_id,
    members.email,
    campaigns.channel,
    campaigns.campaign_name as campaign_key,
    campaigns.campaign_type as detail
from {{ ref('int_campaign_members_resolved') }} as members
inner join campaigns
    on members.campaign_id = campaigns.campaign_id
where members.responded_at is not null
    and members.email is not null
    and campaigns.campaign_type <> 'webinar'
