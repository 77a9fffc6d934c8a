{%- set windows = [3, 7, 14] -%}

-- Does the newsletter bring anybody back? One row a recipient and mail, with what the recipient did in the product and on the site
-- before and after it, and whether somebody who was away came back. Recipients who are not users of the product are here with nothing
-- to come back to; `was_away` is null for them.
--
-- Opens are left out on purpose: since 2021-09 most mail programs open everything by themselves.

with sends as (

    select
        email_send_id,
        campaign_name,
        person_id,
        sent_at,
        {{ to_date('sent_at') }} as sent_on,
        month_start,
        is_delivered,
        is_clicked,
        is_unsubscribed,
        is_bounced,
        clicked_at
    from {{ ref('fct_email_sends') }}

),

people as (

    select
        person_id,
        user_id,
        account_id,
        lead_id,
        crm_account_id
    from {{ ref('int_people') }}

),

recipients as (

    select
        sends.*,
        people.user_id,
        people.account_id,
        people.lead_id,
        people.crm_account_id
    from sends
    left join people
        on sends.person_id = people.person_id

),

product_days as (

    select
        recipients.email_send_id,
        max(case when activity.date_day < recipients.sent_on then activity.date_day end) as last_active_before,
        min(case when activity.date_day >= recipients.sent_on then activity.date_day end) as first_active_after
        {%- for window in windows %},
        count(distinct case
            when activity.date_day >= recipients.sent_on and {{ date_diff_days('recipients.sent_on', 'activity.date_day') }} < {{ window }} then activity.date_day
        end) as active_days_after_{{ window }}d,
        count(distinct case
            when activity.date_day < recipients.sent_on and {{ date_diff_days('activity.date_day', 'recipients.sent_on') }} <= {{ window }} then activity.date_day
        end) as active_days_before_{{ window }}d
        {%- endfor %}
    from recipients
    inner join {{ ref('fct_user_daily_activity') }} as activity
        on recipients.user_id = activity.user_id
    where activity.is_active
    group by recipients.email_send_id

),

visits as (

    select
        recipients.email_send_id,
        count(*) as visits_after_7d,
        {{ any_true("sessions.landing_path = '/pricing'") }} as has_seen_prices
    from recipients
    inner join {{ ref('fct_web_sessions') }} as sessions
        on recipients.person_id = sessions.person_id
        and sessions.started_at >= recipients.sent_at
        and sessions.started_at < {{ date_add_days('recipients.sent_at', 7) }}
    group by recipients.email_send_id

),

opportunities as (

    select
        recipients.email_send_id,
        count(*) as opportunities_after_30d,
        sum(opportunities.amount_usd) as amount_usd
    from recipients
    inner join {{ ref('fct_opportunities') }} as opportunities
        on recipients.crm_account_id = opportunities.crm_account_id
        and opportunities.created_at >= recipients.sent_at
        and opportunities.created_at < {{ date_add_days('recipients.sent_at', 30) }}
    where recipients.is_clicked
    group by recipients.email_send_id

),

numbered as (

    select
        email_send_id,
        row_number() over (partition by person_id order by sent_at, email_send_id) as mail_number,
        sum(case when is_clicked then 1 else 0 end) over (
            partition by person_id order by sent_at, email_send_id rows between unbounded preceding and 1 preceding
        ) as clicks_before
    from sends
    where person_id is not null

),

joined as (

    select
        recipients.*,
        numbered.mail_number,
        coalesce(numbered.clicks_before, 0) as clicks_before,
        product_days.last_active_before,
        product_days.first_active_after,
        {%- for window in windows %}
        coalesce(product_days.active_days_before_{{ window }}d, 0) as active_days_before_{{ window }}d,
        coalesce(product_days.active_days_after_{{ window }}d, 0) as active_days_after_{{ window }}d,
        {%- endfor %}
        coalesce(visits.visits_after_7d, 0) as visits_after_7d,
        coalesce(visits.has_seen_prices, false) as has_seen_prices,
        coalesce(opportunities.opportunities_after_30d, 0) as opportunities_after_30d,
        coalesce(opportunities.amount_usd, 0) as opportunity_amount_usd
    from recipients
    left join numbered
        on recipients.email_send_id = numbered.email_send_id
    left join product_days
        on recipients.email_send_id = product_days.email_send_id
    left join visits
        on recipients.email_send_id = visits.email_send_id
    left join opportunities
        on recipients.email_send_id = opportunities.email_send_id

)

select
    email_send_id,
    campaign_name,
    person_id,
    user_id,
    account_id,
    sent_on,
    month_start,
    mail_number,
    is_delivered,
    is_bounced,
    is_clicked,
    is_unsubscribed,
    clicks_before,
    user_id is not null as is_user,
    last_active_before,
    {{ date_diff_days('last_active_before', 'sent_on') }} as days_away,
    case
        when last_active_before is null then null
        else {{ date_diff_days('last_active_before', 'sent_on') }} > 30
    end as was_away
    {%- for window in windows %},
    active_days_before_{{ window }}d,
    active_days_after_{{ window }}d
    {%- endfor %},
    coalesce({{ date_diff_days('last_active_before', 'sent_on') }} > 30 and active_days_after_14d > 0, false) as is_brought_back,
    visits_after_7d,
    has_seen_prices,
    opportunities_after_30d,
    {{ money('opportunity_amount_usd') }} as opportunity_amount_usd,
    {{ growth_is_mature('sent_on', 30) }} as is_mature
from joined
