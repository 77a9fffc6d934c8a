with followed as (

    select
        server_id,
        date_day,
        lead(date_day) over (partition by server_id order by date_day) as next_day
    from {{ ref('fct_server_daily_activity') }}

)

select *
from followed
where {{ date_diff_days('date_day', 'next_day') }} between 2 and 7
