{{ config(materialized='incremental', event_time='date_day', unique_key='account_day_id', incremental_strategy='delete+insert') }}

select
    {{ surrogate_key(['activity.account_id', 'activity.date_day', 'activity.deployment']) }} as account_day_id,
    activity.account_id,
    activity.date_day,
    activity.deployment,
    activity.active_users,
    activity.units,
    {{ is_true('dates.is_business_day') }} as is_business_day
from {{ ref('int_account_activity_unioned') }} as activity
inner join {{ ref('dim_accounts') }} as accounts
    on activity.account_id = accounts.account_id
left join {{ ref('dim_dates') }} as dates
    on activity.date_day = dates.date_day
where accounts.is_reportable
    {%- if is_incremental() %}
    -- servers send what they kept while they were offline
    and activity.date_day >= (select {{ date_add_days('max(date_day)', -1 * var('server_silent_days')) }} from {{ this }})
    {%- endif %}
