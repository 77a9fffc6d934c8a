with recounted as (

    select
        dates.month_start,
        count(*) as servers
    from {{ ref('fct_server_daily_activity') }} as activity
    inner join {{ ref('dim_dates') }} as dates
        on activity.date_day = dates.date_day
    inner join {{ ref('stg_releases__versions') }} as versions
        on activity.version = versions.version
    where (dates.is_month_end or dates.date_day = {{ as_of() }}) and versions.end_of_support_on < activity.date_day
    group by dates.month_start

),

reported as (

    select
        month_start,
        sum(unsupported_servers) as servers
    from {{ ref('rpt_server_fleet') }}
    group by month_start

)

select
    reported.month_start,
    reported.servers as reported_servers,
    recounted.servers as recounted_servers
from reported
left join recounted
    on reported.month_start = recounted.month_start
where reported.servers <> coalesce(recounted.servers, 0)
