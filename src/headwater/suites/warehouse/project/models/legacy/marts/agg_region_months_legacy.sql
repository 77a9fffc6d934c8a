-- The three regional sheets in one shape and one currency. The sheets differ on purpose (Americas net, EMEA in euros, APAC gross), so
-- each is brought to net dollars here by its own way: EMEA at the rate of the month's average, APAC less its tax.
with amer as (

    select
        month,
        'AMER' as region,
        country_group,
        sum(invoices) as invoices,
        sum(net_usd) as net_usd,
        sum(tax_usd) as tax_usd,
        sum(one_off_usd) as one_off_usd,
        sum(written_off_usd) as written_off_usd
    from {{ ref('amer_billing_month') }}
    group by month, country_group

),

emea as (

    select
        sheet.month,
        'EMEA' as region,
        sheet.country_group,
        sum(sheet.invoices) as invoices,
        sum({{ legacy_usd('sheet.net_eur', 'rates.average_rate') }}) as net_usd,
        sum({{ legacy_usd('sheet.vat_eur', 'rates.average_rate') }}) as tax_usd,
        sum({{ legacy_usd('sheet.one_off_eur', 'rates.average_rate') }}) as one_off_usd,
        sum({{ legacy_usd('sheet.written_off_eur', 'rates.average_rate') }}) as written_off_usd
    from {{ ref('emea_billing_month') }} as sheet
    inner join {{ ref('base_rates_month') }} as rates
        on sheet.month = rates.month_dt
        and rates.currency = 'EUR'
    group by sheet.month, sheet.country_group

),

apac as (

    select
        month,
        'APAC' as region,
        country_group,
        sum(invoices) as invoices,
        sum(gross_usd - tax_usd) as net_usd,
        sum(tax_usd) as tax_usd,
        sum(one_off_usd) as one_off_usd,
        sum(written_off_usd) as written_off_usd
    from {{ ref('apac_billing_month') }}
    group by month, country_group

),

billing as (

    select * from amer
    union all
    select * from emea
    union all
    select * from apac

),

customers as (

    select month, 'AMER' as region, country_group, sum(customers) as customers, sum(seats) as seats, sum(mrr_usd) as mrr_usd
    from {{ ref('amer_customers_month') }}
    group by month, country_group

    union all

    select
        sheet.month,
        'EMEA' as region,
        sheet.country_group,
        sum(sheet.customers) as customers,
        sum(sheet.seats) as seats,
        sum({{ legacy_usd('sheet.mrr_eur', 'rates.closing_rate') }}) as mrr_usd
    from {{ ref('emea_customers_month') }} as sheet
    inner join {{ ref('base_rates_month') }} as rates
        on sheet.month = rates.month_dt
        and rates.currency = 'EUR'
    group by sheet.month, sheet.country_group

    union all

    select month, 'APAC' as region, country_group, sum(customers) as customers, sum(seats) as seats, sum(mrr_usd) as mrr_usd
    from {{ ref('apac_customers_month') }}
    group by month, country_group

),

support as (

    select month, 'AMER' as region, country_group, sum(tickets) as tickets, sum(in_desk_hours) as in_desk_hours, sum(answered_in_time) as answered_in_time, sum(answered) as answered
    from {{ ref('amer_support_month') }}
    group by month, country_group

    union all

    select month, 'EMEA' as region, country_group, sum(tickets) as tickets, sum(in_desk_hours) as in_desk_hours, sum(answered_in_time) as answered_in_time, sum(answered) as answered
    from {{ ref('emea_support_month') }}
    group by month, country_group

    union all

    select month, 'APAC' as region, country_group, sum(tickets) as tickets, sum(in_desk_hours) as in_desk_hours, sum(answered_in_time) as answered_in_time, sum(answered) as answered
    from {{ ref('apac_support_month') }}
    group by month, country_group

),

keys as (

    select month, region, country_group from billing
    union
    select month, region, country_group from customers
    union
    select month, region, country_group from support

)

select
    keys.month,
    {{ legacy_quarter('keys.month') }} as calendar_quarter,
    keys.region,
    keys.country_group,
    coalesce(billing.invoices, 0) as invoices,
    {{ money('coalesce(billing.net_usd, 0)') }} as net_usd,
    {{ money('coalesce(billing.tax_usd, 0)') }} as tax_usd,
    {{ money('coalesce(billing.one_off_usd, 0)') }} as one_off_usd,
    {{ money('coalesce(billing.written_off_usd, 0)') }} as written_off_usd,
    coalesce(customers.customers, 0) as customers,
    coalesce(customers.seats, 0) as seats,
    {{ money('coalesce(customers.mrr_usd, 0)') }} as mrr_usd,
    coalesce(support.tickets, 0) as tickets,
    coalesce(support.in_desk_hours, 0) as tickets_in_desk_hours,
    coalesce(support.answered_in_time, 0) as answered_in_time,
    coalesce(support.answered, 0) as answered
from keys
left join billing
    on keys.month = billing.month
    and keys.region = billing.region
    and keys.country_group = billing.country_group
left join customers
    on keys.month = customers.month
    and keys.region = customers.region
    and keys.country_group = customers.country_group
left join support
    on keys.month = support.month
    and keys.region = support.region
    and keys.country_group = support.country_group
