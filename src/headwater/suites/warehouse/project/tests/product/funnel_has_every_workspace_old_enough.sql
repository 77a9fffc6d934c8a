with reported as (

    select
        cohort_month,
        workspaces_created
    from {{ ref('rpt_activation_funnel') }}
    where step = 'created'

),

recounted as (

    select
        {{ month_start('workspaces.created_at') }} as cohort_month,
        count(*) as workspaces_created
    from {{ ref('stg_app__workspaces') }} as workspaces
    inner join {{ ref('dim_accounts') }} as accounts
        on workspaces.account_id = accounts.account_id
    where
        accounts.is_reportable
        and {{ date_diff_days('workspaces.created_at', as_of()) }} >= {{ var('activation_days') }}
    group by {{ month_start('workspaces.created_at') }}

)

select
    coalesce(reported.cohort_month, recounted.cohort_month) as cohort_month,
    reported.workspaces_created as in_report,
    recounted.workspaces_created as recounted
from reported
full outer join recounted
    on reported.cohort_month = recounted.cohort_month
where coalesce(reported.workspaces_created, 0) <> coalesce(recounted.workspaces_created, 0)
