-- Cloud and server side by side. People in two workspaces of one account are one in the cloud; on servers only counts
-- are known, so servers of an account are added up.
with cloud as (

    select
        account_id,
        date_day,
        'cloud' as deployment,
        count(distinct user_id) as active_users,
        count(distinct workspace_id) as units
    from {{ ref('fct_user_daily_activity') }}
    where is_active
    group by account_id, date_day

),

servers as (

    select
        account_id,
        date_day,
        'server' as deployment,
        coalesce(sum(daily_active_users), 0) as active_users,
        count(*) as units
    from {{ ref('fct_server_daily_activity') }}
    where account_id is not null
    group by account_id, date_day

)

select account_id, date_day, deployment, active_users, units from cloud
union all
select account_id, date_day, deployment, active_users, units from servers
