-- Finance's five checks of the ledger against billing, with the month before: what moved, and whether the difference is growing. The
-- controller signs it every month.
with checks as (

    select * from {{ ref('fin_ledger_checks') }}

),

windowed as (

    select
        *,
        lag(difference_usd) over (partition by balance order by month) as difference_before_usd,
        lag(unexplained_usd) over (partition by balance order by month) as unexplained_before_usd,
        max(abs(difference_usd)) over (partition by balance order by month rows between 11 preceding and current row) as largest_of_year_usd,
        row_number() over (partition by balance order by month) as month_number
    from checks

),

entries as (

    select
        month,
        account_code,
        entries,
        manual_entries,
        reversals
    from {{ ref('fin_ledger_month') }}

)

select
    windowed.balance,
    windowed.month,
    windowed.calendar_quarter,
    windowed.ledger_usd,
    windowed.billing_usd,
    windowed.difference_usd,
    windowed.difference_percent,
    windowed.by_hand_usd,
    windowed.unexplained_usd,
    windowed.unexplained_usd - coalesce(windowed.unexplained_before_usd, 0) as unexplained_change_usd,
    windowed.largest_of_year_usd,
    coalesce(entries.entries, 0) as entries,
    coalesce(entries.manual_entries, 0) as manual_entries,
    coalesce(entries.reversals, 0) as reversals,
    case
        when windowed.month_number = 1 then 'first month'
        when abs(windowed.difference_usd) > abs(coalesce(windowed.difference_before_usd, 0)) * 1.25 then 'growing'
        when abs(windowed.difference_usd) < abs(coalesce(windowed.difference_before_usd, 0)) * 0.8 then 'shrinking'
        else 'as before'
    end as tendency,
    windowed.usual_reason
from windowed
left join entries
    on windowed.month = entries.month
    and substr(windowed.balance, 1, 4) = entries.account_code
