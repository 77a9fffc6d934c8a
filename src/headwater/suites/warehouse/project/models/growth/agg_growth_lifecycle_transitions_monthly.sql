{%- set states = ['unborn', 'new', 'activated', 'engaged', 'drifting', 'dormant', 'resurrected', 'gone'] -%}

-- The lifecycle as a matrix: how many accounts went from which state to which between a month and the next, with the bridge of
-- each state (opening + in - out = closing). Accounts appear from 'outside' in the month of their creation and leave to
-- 'outside' after their deletion; that is what makes the bridge close.

with months as (

    select
        account_id,
        month_start,
        lifecycle_state,
        previous_state,
        next_state,
        mrr_usd,
        is_unseen
    from {{ ref('fct_growth_lifecycle_monthly') }}

),

last_month as (

    select max(month_start) as month_start
    from months

),

arrivals as (

    select
        month_start,
        coalesce(previous_state, 'outside') as from_state,
        lifecycle_state as to_state,
        count(*) as accounts,
        sum(mrr_usd) as mrr_usd
    from months
    group by month_start, coalesce(previous_state, 'outside'), lifecycle_state

),

departures as (

    select
        {{ to_date(date_add_months('months.month_start', 1)) }} as month_start,
        months.lifecycle_state as from_state,
        'outside' as to_state,
        count(*) as accounts,
        sum(months.mrr_usd) as mrr_usd
    from months
    cross join last_month
    where months.next_state is null
        and months.month_start < last_month.month_start
    group by 1, 2

),

matrix as (

    select * from arrivals
    union all
    select * from departures

),

opening as (

    select
        {{ to_date(date_add_months('months.month_start', 1)) }} as month_start,
        months.lifecycle_state as state,
        count(*) as accounts
    from months
    cross join last_month
    where months.month_start < last_month.month_start
    group by 1, 2

),

closing as (

    select
        month_start,
        lifecycle_state as state,
        count(*) as accounts
    from months
    group by month_start, lifecycle_state

),

shares as (

    select
        matrix.*,
        sum(matrix.accounts) over (partition by matrix.month_start, matrix.from_state) as from_accounts,
        sum(matrix.accounts) over (partition by matrix.month_start, matrix.to_state) as to_accounts
    from matrix

),

usual as (

    -- the mean share of the twelve months before: sums over sums, so that a small month does not count like a large one
    select
        shares.*,
        sum(shares.accounts) over (
            partition by shares.from_state, shares.to_state order by shares.month_start rows between 12 preceding and 1 preceding
        ) as accounts_12m,
        sum(shares.from_accounts) over (
            partition by shares.from_state, shares.to_state order by shares.month_start rows between 12 preceding and 1 preceding
        ) as from_accounts_12m
    from shares

)

select
    {{ surrogate_key(['usual.month_start', 'usual.from_state', 'usual.to_state']) }} as transition_id,
    usual.month_start,
    {{ fiscal_quarter('usual.month_start') }} as fiscal_quarter,
    usual.from_state,
    usual.to_state,
    case
        {%- for state in states %}
        when usual.from_state = '{{ state }}' then {{ loop.index }}
        {%- endfor %}
        else 0
    end as from_order,
    case
        {%- for state in states %}
        when usual.to_state = '{{ state }}' then {{ loop.index }}
        {%- endfor %}
        else 9
    end as to_order,
    usual.accounts,
    usual.mrr_usd,
    usual.from_accounts,
    usual.to_accounts,
    coalesce(opening.accounts, 0) as opening_of_from_state,
    coalesce(closing.accounts, 0) as closing_of_to_state,
    {{ growth_rate_of('usual.accounts', 'usual.from_accounts') }} as share_of_from_state,
    {{ growth_rate_of('usual.accounts_12m', 'usual.from_accounts_12m') }} as usual_share,
    {{ growth_points(
        growth_rate_of('usual.accounts', 'usual.from_accounts'),
        growth_rate_of('usual.accounts_12m', 'usual.from_accounts_12m')
    ) }} as points_off_usual,
    usual.from_state = usual.to_state as is_stay
from usual
left join opening
    on usual.month_start = opening.month_start
    and usual.from_state = opening.state
left join closing
    on usual.month_start = closing.month_start
    and usual.to_state = closing.state
