with numbered as (

    select
        account_id,
        month_start,
        user_days,
        user_days_3m,
        user_days_previous_3m,
        lag(user_days, 1, 0) over (partition by account_id order by month_start) as one_before,
        lag(user_days, 2, 0) over (partition by account_id order by month_start) as two_before,
        lag(user_days, 3, 0) over (partition by account_id order by month_start) as three_before,
        lag(user_days, 4, 0) over (partition by account_id order by month_start) as four_before,
        lag(user_days, 5, 0) over (partition by account_id order by month_start) as five_before
    from {{ ref('agg_account_activity_trends') }}

)

select account_id, month_start, user_days_3m, user_days_previous_3m
from numbered
where
    user_days_3m <> user_days + one_before + two_before
    or coalesce(user_days_previous_3m, 0) <> three_before + four_before + five_before
