-- MONEY THAT CAME IN, BY THE COMPANY THAT ISSUED THE INVOICE. NET AND TAX IN THE PROPORTION OF THE INVOICE: NEEDED WHERE TAX FALLS DUE
-- WITH THE PAYMENT.
SELECT
    p.payment_id,
    p.invoice_id,
    d.entity_code,
    d.country_code,
    d.tax_status,
    p.account_id,
    p.paid_on,
    p.paid_month,
    d.invoiced_on,
    d.due_on,
    {{ date_diff_days('d.due_on', 'p.paid_on') }} AS days_after_due,
    p.attempt_number,
    p.payment_method,
    p.currency,
    p.amount,
    p.fee_usd,
    p.exchange_gain_usd,
    {{ stat_convert('p.amount', 'p.currency', 'd.functional_currency', 'd.usd_per_unit', 'd.functional_usd_per_unit') }} AS amount_functional,
    {{ stat_convert(net_of_tax('p.amount', 'd.net_amount', 'd.gross_amount'), 'p.currency', 'd.functional_currency', 'd.usd_per_unit', 'd.functional_usd_per_unit') }} AS net_functional
FROM {{ ref('fct_payments') }} p
INNER JOIN {{ ref('int_stat_documents') }} d
    ON d.document_id = p.invoice_id
WHERE d.document_type = 'invoice'
