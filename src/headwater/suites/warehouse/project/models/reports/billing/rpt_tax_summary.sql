-- Tax that was invoiced, by country and calendar quarter: tax offices do not know Mooring's fiscal year.
with invoices as (
    select
        *,
        cast(date_trunc('quarter', invoiced_on) as date) as quarter_start
    from {{ ref('reg_invoices') }}
)

select
    quarter_start,
    coalesce(country_code, 'unknown') as country_code,
    currency,
    count(*) as invoices,
    {{ count_where('tax = 0') }} as invoices_without_tax,
    {{ money('sum(subtotal)') }} as taxable,
    {{ money('sum(tax)') }} as tax,
    {{ money('sum(total)') }} as total,
    {{ money('sum(tax_usd)') }} as tax_usd,
    {{ safe_divide('sum(tax)', 'sum(subtotal)') }} as effective_rate
from invoices
group by quarter_start, coalesce(country_code, 'unknown'), currency
