-- Trials with how they began and ended.
select
    trials.trial_id,
    trials.workspace_id,
    trials.account_id,
    trials.segment,
    trials.sales_region,
    trials.trial_plan_code,
    trials.started_on,
    trials.month_start,
    trials.fiscal_quarter,
    trials.trial_days,
    trials.outcome,
    trials.converted_to_plan_code,
    trials.was_activated,
    case when trials.outcome <> 'running' then 1 else 0 end as is_ended,
    case when trials.outcome = 'converted' then 1 else 0 end as is_converted
from {{ ref('fct_workspace_trials') }} as trials
