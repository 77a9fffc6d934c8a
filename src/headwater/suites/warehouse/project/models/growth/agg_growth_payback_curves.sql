{%- set horizon_months = 24 -%}
{%- set gross_margin = 0.78 -%}

-- When does a channel group earn back what it cost? By cohort quarter and channel group, month by month: revenue of the cohort's
-- accounts so far, times the gross margin of the plan ({{ gross_margin }}, as in marketing's payback), against the cost of the quarter.
--
-- Two differences from marketing's payback (agg_channel_payback_quarterly): revenue is what was really paid, month by month, instead
-- of the first month times many; and customers belong to the channel of the account's sign-up, not of the booking. Sales-led
-- accounts without a sign-up are in 'Unknown', which has no cost and so never pays back.

with accounts as (

    select
        account_id,
        channel_group,
        cohort_month,
        cohort_fiscal_quarter,
        first_paid_month
    from {{ ref('int_growth_accounts') }}
    where cohort_month >= {{ history_start() }}

),

quarters as (

    select
        fiscal_quarter,
        min(month_start) as quarter_start,
        max(month_start) as last_month
    from {{ ref('dim_dates') }}
    where is_past
    group by fiscal_quarter

),

revenue as (

    select
        accounts.cohort_fiscal_quarter as fiscal_quarter,
        accounts.channel_group,
        cast({{ date_diff_months('quarters.quarter_start', 'mrr.month_start') }} as integer) as month_number,
        sum(mrr.mrr_usd) as mrr_usd,
        count(distinct case when mrr.mrr_usd > 0 then mrr.account_id end) as payers
    from accounts
    inner join quarters
        on accounts.cohort_fiscal_quarter = quarters.fiscal_quarter
    inner join {{ ref('fct_account_mrr_monthly') }} as mrr
        on accounts.account_id = mrr.account_id
        and mrr.month_start >= quarters.quarter_start
    group by 1, 2, 3

),

costs as (

    select
        {{ fiscal_quarter('month_start') }} as fiscal_quarter,
        {{ growth_channel_group('channel') }} as channel_group,
        sum(cost_usd) as cost_usd
    from {{ ref('agg_channel_monthly') }}
    group by 1, 2

),

sizes as (

    select
        cohort_fiscal_quarter as fiscal_quarter,
        channel_group,
        count(*) as accounts,
        count(first_paid_month) as ever_paid
    from accounts
    group by cohort_fiscal_quarter, channel_group

),

months as (

    select distinct cast({{ date_diff_months(history_start(), 'month_start') }} as integer) as month_number
    from {{ ref('dim_dates') }}
    where is_past

),

grid as (

    select
        sizes.fiscal_quarter,
        sizes.channel_group,
        sizes.accounts,
        sizes.ever_paid,
        months.month_number,
        {{ to_date(date_add_months('quarters.quarter_start', 'months.month_number')) }} as month_start
    from sizes
    inner join quarters
        on sizes.fiscal_quarter = quarters.fiscal_quarter
    inner join months
        on months.month_number <= {{ horizon_months }}
    where {{ date_add_months('quarters.quarter_start', 'months.month_number') }} <= {{ month_start(as_of()) }}

),

filled as (

    select
        grid.*,
        coalesce(revenue.mrr_usd, 0) as mrr_usd,
        coalesce(revenue.payers, 0) as payers,
        coalesce(costs.cost_usd, 0) as cost_usd
    from grid
    left join revenue
        on grid.fiscal_quarter = revenue.fiscal_quarter
        and grid.channel_group = revenue.channel_group
        and grid.month_number = revenue.month_number
    left join costs
        on grid.fiscal_quarter = costs.fiscal_quarter
        and grid.channel_group = costs.channel_group

),

cumulated as (

    select
        filled.*,
        sum(mrr_usd) over (
            partition by fiscal_quarter, channel_group order by month_number rows between unbounded preceding and current row
        ) as revenue_to_date_usd
    from filled

),

judged as (

    select
        cumulated.*,
        cast(revenue_to_date_usd * {{ gross_margin }} as decimal(18, 4)) as margin_to_date_usd
    from cumulated

)

select
    {{ surrogate_key(['fiscal_quarter', 'channel_group', 'month_number']) }} as payback_point_id,
    fiscal_quarter,
    channel_group,
    month_number,
    month_start,
    accounts,
    ever_paid,
    payers,
    mrr_usd,
    revenue_to_date_usd,
    margin_to_date_usd,
    cost_usd,
    {{ safe_divide('margin_to_date_usd', 'cost_usd', 4) }} as margin_per_cost,
    cost_usd > 0 and margin_to_date_usd >= cost_usd as is_paid_back,
    min(case when cost_usd > 0 and margin_to_date_usd >= cost_usd then month_number end) over (partition by fiscal_quarter, channel_group) as payback_month,
    {{ safe_divide('cost_usd', 'ever_paid', 2) }} as cost_per_payer_usd
from judged
