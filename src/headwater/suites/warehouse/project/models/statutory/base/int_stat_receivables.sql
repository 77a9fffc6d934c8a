-- WHAT IS OWED TO EACH COMPANY AT EACH MONTH END, AT THE CLOSING RATE. THE GROUP'S LIST (fct_receivables_monthly) DECIDES WHAT IS OPEN.
SELECT
    o.invoice_id,
    o.month_start,
    {{ month_end('o.month_start') }} AS month_end,
    o.account_id,
    d.entity_code,
    d.country_code,
    d.invoice_kind,
    o.currency,
    d.functional_currency,
    o.invoiced_on,
    o.due_on,
    o.days_past_due,
    o.open_amount,
    o.open_amount_usd,
    CASE
        WHEN o.currency = d.functional_currency THEN o.open_amount
        WHEN d.functional_currency = 'USD' THEN o.open_amount_usd
        ELSE {{ money('cast(o.open_amount_usd as double precision) / m.closing_usd_per_unit') }}
    END AS open_functional
FROM {{ ref('fct_receivables_monthly') }} o
INNER JOIN {{ ref('int_stat_documents') }} d
    ON d.document_id = o.invoice_id
    AND d.document_type = 'invoice'
INNER JOIN {{ ref('int_fx_rates_monthly') }} m
    ON m.currency = d.functional_currency
    AND m.month_start = o.month_start
