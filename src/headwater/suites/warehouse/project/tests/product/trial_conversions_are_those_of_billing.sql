with reported as (

    select sum(converted) as converted from {{ ref('rpt_trial_conversion') }}

),

charged as (

    select count(distinct subscriptions.workspace_id) as converted
    from {{ ref('stg_billing__subscription_events') }} as events
    inner join {{ ref('stg_billing__subscriptions') }} as subscriptions
        on events.subscription_id = subscriptions.subscription_id
    inner join {{ ref('dim_workspaces') }} as workspaces
        on subscriptions.workspace_id = workspaces.workspace_id
    where events.event_type = 'trial_converted' and workspaces.is_reportable

)

select reported.converted as reported_conversions, charged.converted as charged_conversions
from reported
cross join charged
where abs(reported.converted - charged.converted) > 0.02 * charged.converted
