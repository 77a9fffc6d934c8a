-- A handful of trials was begun and dropped within the second in which the workspace was deleted.
with reported as (

    select sum(trials) as trials from {{ ref('rpt_trial_conversion') }}

),

recounted as (

    select count(*) as trials
    from {{ ref('dim_workspaces') }}
    where is_reportable and trial_started_at is not null

)

select reported.trials as reported_trials, recounted.trials as recounted_trials
from reported
cross join recounted
where abs(reported.trials - recounted.trials) > 0.01 * recounted.trials
