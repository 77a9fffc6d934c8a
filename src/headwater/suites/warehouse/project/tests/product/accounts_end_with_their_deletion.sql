with reported as (

    select
        month_start,
        sum(accounts) as accounts
    from {{ ref('rpt_account_activity_by_segment') }}
    group by month_start

),

recounted as (

    select
        months.month_start,
        count(*) as accounts
    from (select distinct month_start from {{ ref('dim_dates') }} where is_past) as months
    inner join {{ ref('dim_accounts') }} as accounts
        on
            accounts.is_reportable
            and {{ month_start('accounts.created_at') }} <= months.month_start
            and (accounts.deleted_at is null or {{ month_start('accounts.deleted_at') }} >= months.month_start)
    group by months.month_start

)

select
    reported.month_start,
    reported.accounts as reported_accounts,
    recounted.accounts as recounted_accounts
from reported
full outer join recounted
    on reported.month_start = recounted.month_start
where coalesce(reported.accounts, 0) <> coalesce(recounted.accounts, 0)
