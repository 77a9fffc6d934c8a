-- New customers (accounts in their first month of recurring revenue) and the channels that won them, position-based. A
-- customer who was sold to takes the channels of the first booking, one who signed up alone those of the account's first
-- sign-up; nobody's customers are 'unattributed'. The weights of a customer add up to one.
with first_months as (

    select
        account_id,
        min(month_start) as acquired_month
    from {{ ref('fct_account_mrr_monthly') }}
    where mrr_usd > 0
    group by account_id

),

first_revenue as (

    select
        first_months.account_id,
        first_months.acquired_month,
        sum(mrr.mrr_usd) as first_mrr_usd
    from first_months
    inner join {{ ref('fct_account_mrr_monthly') }} as mrr
        on first_months.account_id = mrr.account_id
        and first_months.acquired_month = mrr.month_start
    group by first_months.account_id, first_months.acquired_month

),

first_bookings as (

    select
        account_id,
        opportunity_id,
        row_number() over (partition by account_id order by booked_on, opportunity_id) as booking_number
    from {{ ref('fct_bookings') }}
    where account_id is not null
        and booking_type <> 'renewal'

),

by_sales as (

    select
        first_bookings.account_id,
        attributed.channel,
        sum(attributed.weight) as weight
    from first_bookings
    inner join {{ ref('fct_attributed_bookings') }} as attributed
        on first_bookings.opportunity_id = attributed.opportunity_id
        and attributed.attribution_model = 'position_based'
    where first_bookings.booking_number = 1
    group by first_bookings.account_id, attributed.channel

),

by_signup as (

    select
        account_id,
        channel,
        sum(weight) as weight
    from {{ ref('fct_attributed_signups') }}
    where is_first_of_account
        and attribution_model = 'position_based'
        and account_id is not null
    group by account_id, channel

),

routes as (

    select
        first_revenue.*,
        case
            when exists (select 1 from by_sales where by_sales.account_id = first_revenue.account_id) then 'sales'
            when exists (select 1 from by_signup where by_signup.account_id = first_revenue.account_id) then 'self-serve'
            else 'unknown'
        end as route
    from first_revenue

),

shares as (

    select account_id, 'sales' as route, channel, weight from by_sales
    union all
    select account_id, 'self-serve' as route, channel, weight from by_signup

)

select
    {{ surrogate_key(['routes.account_id', 'shares.channel']) }} as acquisition_id,
    routes.account_id,
    routes.acquired_month,
    routes.route,
    coalesce(shares.channel, 'unattributed') as channel,
    cast(coalesce(shares.weight, 1) as decimal(9, 6)) as weight,
    routes.first_mrr_usd,
    {{ money('routes.first_mrr_usd * coalesce(shares.weight, 1)') }} as attributed_mrr_usd
from routes
left join shares
    on routes.account_id = shares.account_id
    and routes.route = shares.route
