-- Touches of people whom we know. What an anonymous visitor did is in fct_web_sessions.
select
    touch_id,
    touch_type,
    touched_at,
    {{ to_date('touched_at') }} as touched_on,
    {{ month_start('touched_at') }} as month_start,
    anonymous_id,
    person_id,
    lead_id,
    contact_id,
    user_id,
    crm_account_id,
    account_id,
    channel,
    is_attributable,
    campaign_key,
    detail,
    row_number() over (partition by person_id order by touched_at, touch_id) as touch_number,
    row_number() over (partition by person_id order by touched_at, touch_id) = 1 as is_first_touch
from {{ ref('int_touches_identified') }}
where person_id is not null
