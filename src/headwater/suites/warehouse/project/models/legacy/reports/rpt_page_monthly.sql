-- The page as the board's appendix shows it: one line a month with the month before, the month a year ago and the last three months
-- together. Asked for by the chair every month since May 2021.
with page as (

    select * from {{ ref('v_month_page') }}

),

windowed as (

    select
        page.*,
        lag(customers) over (order by month_dt) as customers_before,
        lag(mrr_usd) over (order by month_dt) as mrr_before_usd,
        lag(people) over (order by month_dt) as people_before,
        lag(tickets) over (order by month_dt) as tickets_before,
        lag(customers, 12) over (order by month_dt) as customers_year_ago,
        lag(mrr_usd, 12) over (order by month_dt) as mrr_year_ago_usd,
        lag(revenue_usd, 12) over (order by month_dt) as revenue_year_ago_usd,
        lag(revenue_basis, 12) over (order by month_dt) as basis_year_ago,
        lag(people, 12) over (order by month_dt) as people_year_ago,
        sum(revenue_usd) over (order by month_dt rows between 2 preceding and current row) as revenue_3m_usd,
        sum(paid_usd) over (order by month_dt rows between 2 preceding and current row) as paid_3m_usd,
        sum(mrr_new_usd) over (order by month_dt rows between 2 preceding and current row) as mrr_new_3m_usd,
        sum(mrr_lost_usd) over (order by month_dt rows between 2 preceding and current row) as mrr_lost_3m_usd,
        sum(tickets) over (order by month_dt rows between 2 preceding and current row) as tickets_3m,
        min(revenue_basis) over (order by month_dt rows between 2 preceding and current row) as first_basis_3m,
        max(revenue_basis) over (order by month_dt rows between 2 preceding and current row) as last_basis_3m
    from page

)

select
    month_dt as month,
    cal_quarter as calendar_quarter,
    is_closed = 'Y' as is_closed,
    customers,
    customers_cloud,
    customers_server,
    customers_trial,
    customers - coalesce(customers_before, 0) as customers_added,
    {{ growth_rate('customers', 'customers_year_ago') }} as customers_growth_year,
    mrr_usd,
    server_mrr_usd,
    mrr_new_usd,
    mrr_lost_usd,
    {{ growth_rate('mrr_usd', 'mrr_before_usd') }} as mrr_growth_month,
    {{ growth_rate('mrr_usd', 'mrr_year_ago_usd') }} as mrr_growth_year,
    {{ safe_divide('mrr_usd', 'customers', 2) }} as mrr_per_customer_usd,
    {{ safe_divide('server_mrr_usd', 'mrr_usd', 4) }} as server_share,
    revenue_usd,
    revenue_basis,
    -- a year that is half gross and half net says nothing
    case when revenue_basis = basis_year_ago then {{ growth_rate('revenue_usd', 'revenue_year_ago_usd') }} end as revenue_growth_year,
    case when first_basis_3m = last_basis_3m then revenue_3m_usd end as revenue_3m_usd,
    paid_usd,
    paid_3m_usd,
    open_usd,
    late_usd,
    {{ safe_divide('late_usd', 'open_usd', 4) }} as late_share,
    mrr_new_3m_usd,
    mrr_lost_3m_usd,
    tickets,
    tickets_3m,
    tickets - coalesce(tickets_before, 0) as tickets_added,
    {{ safe_divide('100 * tickets', 'customers', 1) }} as tickets_per_100_customers,
    people,
    people - coalesce(people_before, 0) as people_added,
    {{ growth_rate('people', 'people_year_ago') }} as people_growth_year,
    customers_using,
    using_percent,
    licences,
    trials
from windowed
