{{ config(meta={
    'symptom': "The win-back list has accounts in which people still worked in the last two months.",
    'business': "We are asked to win back customers who are using the product right now."
}) }}

select distinct listed.account_id
from {{ ref('rpt_dormant_accounts') }} as listed
inner join {{ ref('fct_account_daily_activity') }} as activity
    on listed.account_id = activity.account_id
where
    activity.active_users > 0
    and activity.date_day >= {{ date_add_months(month_start(as_of()), -2) }}
