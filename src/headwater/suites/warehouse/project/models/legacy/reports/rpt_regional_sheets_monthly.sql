-- The three regional sheets on one page, in net dollars, with each group's share of its region and of the company. The regional heads
-- read it on the second working day; the sheets themselves have the currencies that they plan in.
with months as (

    select * from {{ ref('agg_region_months_legacy') }}

),

regions as (

    select
        month,
        region,
        sum(net_usd) as region_net_usd,
        sum(customers) as region_customers,
        sum(mrr_usd) as region_mrr_usd
    from months
    group by month, region

),

company as (

    select
        month,
        sum(net_usd) as company_net_usd,
        sum(mrr_usd) as company_mrr_usd
    from months
    group by month

),

windowed as (

    select
        months.*,
        sum(net_usd) over (
            partition by region, country_group order by month rows between 2 preceding and current row
        ) as net_3m_usd,
        lag(mrr_usd) over (partition by region, country_group order by month) as mrr_before_usd,
        lag(customers) over (partition by region, country_group order by month) as customers_before,
        lag(month) over (partition by region, country_group order by month) as month_before
    from months

)

select
    windowed.month,
    windowed.calendar_quarter,
    windowed.region,
    windowed.country_group,
    windowed.invoices,
    windowed.net_usd,
    windowed.tax_usd,
    windowed.one_off_usd,
    windowed.written_off_usd,
    windowed.net_3m_usd,
    windowed.customers,
    case
        when windowed.month_before = {{ legacy_months_later('windowed.month', -1) }} then windowed.customers - windowed.customers_before
    end as customers_added,
    windowed.seats,
    windowed.mrr_usd,
    case
        when windowed.month_before = {{ legacy_months_later('windowed.month', -1) }}
            then {{ growth_rate('windowed.mrr_usd', 'windowed.mrr_before_usd') }}
    end as mrr_growth,
    {{ safe_divide('windowed.mrr_usd', 'windowed.customers', 2) }} as mrr_per_customer_usd,
    windowed.tickets,
    {{ safe_divide('windowed.tickets_in_desk_hours', 'windowed.tickets', 4) }} as share_in_desk_hours,
    {{ safe_divide('windowed.answered_in_time', 'windowed.answered', 4) }} as share_answered_in_time,
    {{ safe_divide('windowed.net_usd', 'regions.region_net_usd', 4) }} as share_of_region,
    {{ safe_divide('windowed.net_usd', 'company.company_net_usd', 4) }} as share_of_company,
    {{ safe_divide('windowed.mrr_usd', 'company.company_mrr_usd', 4) }} as share_of_company_mrr,
    regions.region_customers,
    regions.region_mrr_usd
from windowed
inner join regions
    on windowed.month = regions.month
    and windowed.region = regions.region
inner join company on windowed.month = company.month
