{{ config(materialized='table') }}

-- T. Whitlock, 2022-03-22. The profit and loss sheet as it was sent to the board until FY23, by calendar month. The lines are those of
-- fin_sheet_line; three of them come from billing instead of the ledger, because billing was faster: cloud, server and one-off work
-- are earned revenue of fin_revenue_month, and 'given back' is fin_given_back. From February 2022 on the ledger was closed in time
-- and is used for all lines.
with ledger as (

    select
        month,
        sheet_line,
        sum(sheet_amount_usd) as amount_usd
    from {{ ref('fin_ledger_month') }}
    where statement = 'income'
    group by month, sheet_line

),

earned as (

    select
        month,
        case revenue_kind
            when 'server' then '2 server'
            when 'one-off' then '3 one-off work'
            else '1 cloud'
        end as sheet_line,
        sum(earned_usd) as amount_usd
    from {{ ref('fin_revenue_month') }}
    where month < cast('2022-02-01' as date)
    group by
        month,
        case revenue_kind
            when 'server' then '2 server'
            when 'one-off' then '3 one-off work'
            else '1 cloud'
        end

),

given_back as (

    select
        month,
        '4 given back' as sheet_line,
        sum(net_usd) as amount_usd
    from {{ ref('fin_given_back') }}
    where month < cast('2022-02-01' as date)
    group by month

),

lines as (

    select
        month,
        sheet_line,
        amount_usd,
        'ledger' as taken_from
    from ledger
    where month >= cast('2022-02-01' as date)
        or sheet_line not in ('1 cloud', '2 server', '3 one-off work', '4 given back')

    union all

    select
        month,
        sheet_line,
        amount_usd,
        'billing' as taken_from
    from earned

    union all

    select
        month,
        sheet_line,
        amount_usd,
        'billing' as taken_from
    from given_back

)

select
    month,
    {{ fin_quarter('month') }} as calendar_quarter,
    sheet_line,
    taken_from,
    {{ money('amount_usd') }} as amount_usd,
    case
        when sheet_line in ('1 cloud', '2 server', '3 one-off work') then {{ money('amount_usd') }}
        else - {{ money('amount_usd') }}
    end as effect_usd
from lines
where month <= {{ as_of() }}
