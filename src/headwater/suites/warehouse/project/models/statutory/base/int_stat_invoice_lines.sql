-- LINES OF INVOICES WITH THEIR COMPANY, FOR THOSE WHO RECOGNISE OTHERWISE THAN THE GROUP. THE END OF A SERVICE PERIOD IS EXCLUSIVE.
SELECT
    l.invoice_line_id,
    l.invoice_id,
    d.entity_code,
    d.country_code,
    d.account_id,
    d.invoice_kind,
    l.product_line,
    l.billing_interval,
    l.is_proration,
    l.invoiced_on,
    {{ month_start('l.invoiced_on') }} AS invoiced_month,
    l.service_starts_on,
    GREATEST(l.service_ends_on, {{ day_after('l.service_starts_on') }}) AS service_ends_on,
    {{ month_start('l.service_starts_on') }} AS first_service_month,
    l.quantity,
    l.currency,
    d.functional_currency,
    d.net_amount AS invoice_net_amount,
    d.net_functional AS invoice_net_functional,
    l.amount_usd,
    {{ stat_convert('l.amount', 'l.currency', 'd.functional_currency', 'd.usd_per_unit', 'd.functional_usd_per_unit') }} AS amount_functional
FROM {{ ref('fct_invoice_lines') }} l
INNER JOIN {{ ref('int_stat_documents') }} d
    ON d.document_id = l.invoice_id
    AND d.document_type = 'invoice'
