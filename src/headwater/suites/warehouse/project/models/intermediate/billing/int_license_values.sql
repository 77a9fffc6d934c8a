-- What a licence is worth a month, in its currency. A licence for a whole term is worth its invoice line by the month; a
-- version within a term is invoiced for the rest of it only, together with the credit for the version before, so its
-- seats and price count. Where nothing was billed (a voided invoice, a reseller) the list price of its day does.
with versions as (
    select * from {{ ref('int_license_versions') }}
),

lines as (
    select * from {{ ref('int_invoice_lines_enriched') }}
    where license_id is not null
        and product_line = 'self_managed'
        and amount > 0
),

invoiced as (
    select
        license_id,
        currency,
        sum(
            case
                when is_proration then monthly_unit_amount * quantity
                else {{ money('amount / greatest(' ~ date_diff_months('service_starts_on', 'service_ends_on') ~ ', 1)') }}
            end
        ) as monthly_value
    from lines
    group by license_id, currency
),

list_prices as (
    select
        plan_code,
        monthly_unit_amount,
        created_at,
        superseded_at,
        price_version
    from {{ ref('int_prices_enriched') }}
    where currency = '{{ var("reporting_currency") }}'
        and product_line = 'self_managed'
        and billing_interval = 'year'
),

constant_rates as (
    select * from {{ ref('constant_fx_rates') }}
),

valued as (
    select
        versions.license_id,
        versions.account_id,
        coalesce(invoiced.currency, '{{ var("reporting_currency") }}') as currency,
        case when invoiced.license_id is not null then 'invoice' else 'list_price' end as valued_by,
        {{ money('coalesce(invoiced.monthly_value, list_prices.monthly_unit_amount * versions.seats)') }} as monthly_value
    from versions
    left join invoiced
        on versions.license_id = invoiced.license_id
    left join list_prices
        on versions.sku = upper(list_prices.plan_code)
        and (list_prices.price_version = 1 or versions.issued_on >= {{ to_date('list_prices.created_at') }})
        and (list_prices.superseded_at is null or versions.issued_on < {{ to_date('list_prices.superseded_at') }})
)

select
    valued.license_id,
    valued.account_id,
    valued.currency,
    valued.valued_by,
    valued.monthly_value,
    {{ usd_amount('valued.monthly_value', 'constant_rates.usd_per_unit') }} as mrr_usd
from valued
inner join constant_rates
    on valued.currency = constant_rates.currency
