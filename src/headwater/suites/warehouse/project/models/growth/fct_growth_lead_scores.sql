{%- set title_points = {'cto': 20, 'chief': 20, 'vp': 18, 'head': 15, 'director': 15, 'manager': 10, 'lead': 8, 'engineer': 5, 'analyst': 4} -%}
{%- set form_points = {'demo': 30, 'contact': 25, 'whitepaper': 8, 'newsletter': 3} -%}
{%- set segment_points = {'Enterprise': 20, 'Mid-Market': 15, 'SMB': 6} -%}
{%- set source_points = {'website': 10, 'partner': 12, 'referral': 12, 'webinar': 6, 'trade fair': 4} -%}

-- Scores of leads, one row a person, in the two versions that are in use:
--
--   v1  2021, rules: A a demo or contact form and a company of 200 people or more, B one of the two, C any other engagement, D none.
--       The CRM's assignment still runs on it (SALESOPS-311), so it has to stay as it was, with its bugs: a lead without a
--       company has a size of nothing and is never an A
--   v2  2023, points: who they are (up to 50) and what they did before they were qualified (up to 70), behaviour halved every
--       30 days; then A from 60, B from 35, C from 15
--
-- Only what was known when the person became a lead or within the 14 days after counts. Scores that look at what qualified leads did
-- later predict splendidly and are worth nothing.

with leads as (

    select
        lead_id,
        email,
        company_name,
        lead_source,
        source_channel,
        created_at,
        created_on,
        created_month,
        fiscal_quarter,
        crm_account_id,
        person_id,
        user_id,
        {{ date_add_days('created_at', 14) }} as scored_at
    from {{ ref('fct_leads') }}

),

funnel as (

    select
        lead_id,
        channel,
        is_mql,
        is_sql,
        is_opportunity,
        is_won,
        mql_at,
        sql_at,
        days_to_mql,
        furthest_stage
    from {{ ref('fct_lead_funnel') }}

),

contacts as (

    select
        person_id,
        title,
        row_number() over (partition by person_id order by created_at, contact_id) as contact_number
    from {{ ref('dim_contacts') }}
    where person_id is not null

),

companies as (

    select
        crm_account_id,
        employee_count,
        segment,
        industry,
        country_code
    from {{ ref('dim_crm_accounts') }}

),

touches as (

    select
        leads.lead_id,
        touches.touch_id,
        touches.touch_type,
        touches.channel,
        touches.detail,
        touches.touched_at,
        greatest({{ date_diff_days('touches.touched_at', 'leads.scored_at') }}, 0) as age_days
    from leads
    inner join {{ ref('fct_touches') }} as touches
        on leads.lead_id = touches.lead_id
        and touches.touched_at <= leads.scored_at
        and touches.touched_at >= {{ date_add_days('leads.created_at', -180) }}

),

behaviour as (

    select
        lead_id,
        count(*) as touches,
        {{ count_where("touch_type = 'session'") }} as sessions,
        {{ count_where("touch_type = 'webinar'") }} as webinars,
        {{ count_where("touch_type = 'email_click'") }} as email_clicks,
        {{ any_true("touch_type = 'form' and detail in ('demo', 'contact')") }} as has_hand_raised,
        {{ any_true("touch_type = 'session' and detail like '/pricing%'") }} as has_seen_prices,
        count(distinct channel) as channels,
        max(touched_at) as last_touched_at,
        sum(cast(
            case
                {%- for form, points in form_points.items() %}
                when touch_type = 'form' and detail = '{{ form }}' then {{ points }}
                {%- endfor %}
                when touch_type = 'webinar' then 12
                when touch_type = 'campaign_response' then 6
                when touch_type = 'email_click' then 4
                when touch_type = 'session' and detail like '/pricing%' then 5
                when touch_type = 'session' then 1
                else 0
            end * {{ growth_decay('age_days', 30) }}
            as decimal(18, 6)
        )) as behaviour_points
    from touches
    group by lead_id

),

product_use as (

    select
        leads.lead_id,
        count(distinct activity.date_day) as product_days
    from leads
    inner join {{ ref('fct_user_daily_activity') }} as activity
        on leads.user_id = activity.user_id
        and activity.first_event_at <= leads.scored_at
    where activity.is_active
    group by leads.lead_id

),

described as (

    select
        leads.lead_id,
        leads.created_on,
        leads.created_month,
        leads.fiscal_quarter,
        leads.lead_source,
        leads.source_channel,
        funnel.channel,
        companies.employee_count,
        companies.segment,
        companies.industry,
        lower(contacts.title) as title,
        leads.company_name is not null as has_company,
        leads.user_id is not null as has_user,
        coalesce(behaviour.touches, 0) as touches,
        coalesce(behaviour.sessions, 0) as sessions,
        coalesce(behaviour.webinars, 0) as webinars,
        coalesce(behaviour.email_clicks, 0) as email_clicks,
        coalesce(behaviour.channels, 0) as channels,
        coalesce(behaviour.has_hand_raised, false) as has_hand_raised,
        coalesce(behaviour.has_seen_prices, false) as has_seen_prices,
        coalesce(behaviour.behaviour_points, 0) as behaviour_points,
        coalesce(product_use.product_days, 0) as product_days,
        funnel.is_mql,
        funnel.is_sql,
        funnel.is_opportunity,
        funnel.is_won,
        funnel.days_to_mql,
        funnel.furthest_stage
    from leads
    inner join funnel
        on leads.lead_id = funnel.lead_id
    left join companies
        on leads.crm_account_id = companies.crm_account_id
    left join contacts
        on leads.person_id = contacts.person_id
        and contacts.contact_number = 1
    left join behaviour
        on leads.lead_id = behaviour.lead_id
    left join product_use
        on leads.lead_id = product_use.lead_id

),

pointed as (

    select
        *,
        case
            {%- for word, points in title_points.items() %}
            when title like '%{{ word }}%' then {{ points }}
            {%- endfor %}
            else 0
        end as title_points,
        case segment
            {%- for segment, points in segment_points.items() %}
            when '{{ segment }}' then {{ points }}
            {%- endfor %}
            else 0
        end as segment_points,
        case
            {%- for source, points in source_points.items() %}
            when lower(lead_source) like '%{{ source }}%' then {{ points }}
            {%- endfor %}
            else 0
        end as source_points,
        least(product_days * 3, 20) as product_points,
        cast(least(behaviour_points, 50) as decimal(18, 6)) as capped_behaviour_points
    from described

),

scored as (

    select
        *,
        least(title_points + segment_points + source_points, 50) as who_points,
        cast(capped_behaviour_points + product_points as decimal(18, 6)) as did_points,
        cast(least(title_points + segment_points + source_points, 50) + capped_behaviour_points + product_points as decimal(9, 2)) as score_v2
    from pointed

),

graded as (

    select
        *,
        case
            when has_hand_raised and employee_count >= 200 then 'A'
            when has_hand_raised or employee_count >= 200 then 'B'
            when touches > 0 then 'C'
            else 'D'
        end as grade_v1,
        case
            when score_v2 >= 60 then 'A'
            when score_v2 >= 35 then 'B'
            when score_v2 >= 15 then 'C'
            else 'D'
        end as grade_v2
    from scored

)

select
    lead_id,
    created_on,
    created_month,
    fiscal_quarter,
    lead_source,
    channel,
    {{ growth_channel_group('channel') }} as channel_group,
    coalesce(segment, 'Unknown') as segment,
    industry,
    has_company,
    has_user,
    touches,
    sessions,
    webinars,
    email_clicks,
    channels,
    has_hand_raised,
    has_seen_prices,
    product_days,
    title_points,
    segment_points,
    source_points,
    product_points,
    who_points,
    cast(did_points as decimal(9, 2)) as did_points,
    score_v2,
    grade_v1,
    grade_v2,
    grade_v1 = grade_v2 as grades_agree,
    is_mql,
    is_sql,
    is_opportunity,
    is_won,
    days_to_mql,
    furthest_stage,
    {{ growth_is_mature('created_on', 180) }} as is_mature
from graded
