-- The tax returns by country and calendar quarter, with last year's quarter next to them and the invoices whose tax looks wrong. The
-- adviser files in the currency of the country; dollars are for us.
with returns as (

    select
        country,
        currency,
        calendar_quarter,
        sum(invoices) as invoices,
        sum(credit_notes) as credit_notes,
        sum(net) as net,
        sum(case when treatment = 'to be paid' then net else 0 end) as taxed_net,
        sum(case when treatment = 'customer pays the tax' then net else 0 end) as reverse_charge_net,
        sum(case when treatment = 'exempt' then net else 0 end) as exempt_net,
        sum(vat) as vat,
        sum(vat_usd) as vat_usd,
        sum(credited_vat) as credited_vat,
        sum(vat_due) as vat_due
    from {{ ref('fin_vat_return') }}
    group by country, currency, calendar_quarter

),

findings as (

    select
        coalesce(bill_country, '??') as country,
        currency,
        {{ fin_quarter('inv_dt') }} as calendar_quarter,
        sum(case when finding in ('too little', 'too much', 'VAT missing') then 1 else 0 end) as wrong_invoices,
        sum(case when finding in ('too little', 'too much', 'VAT missing') then vat_difference else 0 end) as wrong_by,
        sum(case when finding = 'right' then 1 else 0 end) as right_invoices
    from {{ ref('v_vat_check') }}
    group by coalesce(bill_country, '??'), currency, {{ fin_quarter('inv_dt') }}

),

numbered as (

    select
        returns.*,
        cast(substr(calendar_quarter, 1, 4) as integer) as calendar_year,
        cast(right(calendar_quarter, 1) as integer) as quarter_number
    from returns

)

select
    this_one.country,
    this_one.currency,
    this_one.calendar_quarter,
    this_one.calendar_year,
    this_one.quarter_number,
    this_one.invoices,
    this_one.credit_notes,
    this_one.net,
    this_one.taxed_net,
    this_one.reverse_charge_net,
    this_one.exempt_net,
    this_one.vat,
    this_one.vat_usd,
    this_one.credited_vat,
    this_one.vat_due,
    {{ legacy_vat_rate('this_one.country') }} as vat_rate,
    {{ safe_divide('this_one.vat', 'this_one.taxed_net', 4) }} as vat_rate_found,
    coalesce(year_ago.vat_due, 0) as vat_due_year_ago,
    coalesce(findings.wrong_invoices, 0) as wrong_invoices,
    coalesce(findings.wrong_by, 0) as wrong_by,
    coalesce(findings.right_invoices, 0) as right_invoices
from numbered as this_one
left join numbered as year_ago
    on this_one.country = year_ago.country
    and this_one.currency = year_ago.currency
    and this_one.quarter_number = year_ago.quarter_number
    and this_one.calendar_year = year_ago.calendar_year + 1
left join findings
    on this_one.country = findings.country
    and this_one.currency = findings.currency
    and this_one.calendar_quarter = findings.calendar_quarter
