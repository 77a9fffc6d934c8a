{{ config(materialized='table') }}

-- T. Whitlock, 2022-04-04. What goes on the tax returns: VAT by country and quarter of the calendar, on invoices of the quarter less what
-- was credited in it. In the currency of the invoice and in dollars. Reverse charge and exempt sales are listed with a VAT of zero.
-- The UK files in pounds, the euro countries in euros, Japan in yen, everybody else in dollars: that is the currency of their invoices.
with invoiced as (

    select
        coalesce(country, '??') as country,
        currency,
        calendar_quarter,
        tax_status,
        count(*) as invoices,
        sum(net) as net,
        sum(vat) as vat,
        sum({{ legacy_usd('vat', 'rate') }}) as vat_usd
    from {{ ref('fin_invoice_list') }}
    where status <> 'void'
    group by coalesce(country, '??'), currency, calendar_quarter, tax_status

),

credited as (

    select
        coalesce(invoices.bill_country, '??') as country,
        backs.currency,
        {{ fin_quarter('backs.back_dt') }} as calendar_quarter,
        invoices.tax_status,
        count(*) as credit_notes,
        sum(backs.amount) as credited_gross,
        sum(
            case
                when invoices.gross = 0 then 0
                else {{ money('cast(backs.amount as double precision) * invoices.vat / invoices.gross') }}
            end
        ) as credited_vat
    from {{ ref('base_refunds') }} as backs
    inner join {{ ref('base_invoices') }} as invoices on backs.inv_id = invoices.inv_id
    where backs.back_kind = 'credit note'
    group by coalesce(invoices.bill_country, '??'), backs.currency, {{ fin_quarter('backs.back_dt') }}, invoices.tax_status

)

select
    coalesce(invoiced.country, credited.country) as country,
    coalesce(invoiced.currency, credited.currency) as currency,
    coalesce(invoiced.calendar_quarter, credited.calendar_quarter) as calendar_quarter,
    coalesce(invoiced.tax_status, credited.tax_status) as tax_status,
    coalesce(invoiced.invoices, 0) as invoices,
    coalesce(credited.credit_notes, 0) as credit_notes,
    coalesce(invoiced.net, 0) as net,
    coalesce(invoiced.vat, 0) as vat,
    coalesce(invoiced.vat_usd, 0) as vat_usd,
    coalesce(credited.credited_gross, 0) as credited_gross,
    coalesce(credited.credited_vat, 0) as credited_vat,
    coalesce(invoiced.vat, 0) - coalesce(credited.credited_vat, 0) as vat_due,
    case
        when coalesce(invoiced.tax_status, credited.tax_status) = 'reverse' then 'customer pays the tax'
        when coalesce(invoiced.tax_status, credited.tax_status) = 'exempt' then 'exempt'
        when {{ legacy_vat_rate('coalesce(invoiced.country, credited.country)') }} = 0 then 'no VAT'
        else 'to be paid'
    end as treatment
from invoiced
full join credited
    on invoiced.country = credited.country
    and invoiced.currency = credited.currency
    and invoiced.calendar_quarter = credited.calendar_quarter
    and invoiced.tax_status = credited.tax_status
