-- The page by quarter of the calendar. Stocks are those of the quarter's last month, flows are sums; a quarter that is not over is
-- taken as far as it goes.
with page as (

    select
        page.*,
        row_number() over (partition by page.cal_quarter order by page.month_dt desc) as months_back,
        count(*) over (partition by page.cal_quarter) as months_in_quarter
    from {{ ref('v_month_page') }} as page

),

flows as (

    select
        cal_quarter,
        min(month_dt) as first_month,
        max(month_dt) as last_month,
        count(*) as months,
        sum(mrr_new_usd) as mrr_new_usd,
        sum(mrr_lost_usd) as mrr_lost_usd,
        sum(revenue_usd) as revenue_usd,
        sum(case when revenue_basis = 'gross' then revenue_usd else 0 end) as gross_revenue_usd,
        sum(case when revenue_basis = 'net' then revenue_usd else 0 end) as net_revenue_usd,
        sum(paid_usd) as paid_usd,
        sum(tickets) as tickets,
        sum(trials) as trials
    from page
    group by cal_quarter

),

stocks as (

    select
        cal_quarter,
        customers,
        customers_cloud,
        customers_server,
        customers_trial,
        mrr_usd,
        server_mrr_usd,
        open_usd,
        late_usd,
        licences,
        people,
        customers_using
    from page
    where months_back = 1

)

select
    flows.cal_quarter as calendar_quarter,
    flows.first_month,
    flows.last_month,
    flows.months = 3 as is_complete,
    stocks.customers,
    stocks.customers_cloud,
    stocks.customers_server,
    stocks.customers_trial,
    stocks.mrr_usd,
    stocks.server_mrr_usd,
    stocks.licences,
    stocks.people,
    stocks.customers_using,
    stocks.open_usd,
    stocks.late_usd,
    flows.mrr_new_usd,
    flows.mrr_lost_usd,
    flows.revenue_usd,
    flows.gross_revenue_usd,
    flows.net_revenue_usd,
    case
        when flows.gross_revenue_usd > 0 and flows.net_revenue_usd > 0 then 'mixed'
        when flows.net_revenue_usd > 0 then 'net'
        else 'gross'
    end as revenue_basis,
    flows.paid_usd,
    flows.tickets,
    flows.trials,
    lag(stocks.mrr_usd) over (order by flows.first_month) as mrr_before_usd,
    lag(stocks.customers) over (order by flows.first_month) as customers_before
from flows
inner join stocks on flows.cal_quarter = stocks.cal_quarter
