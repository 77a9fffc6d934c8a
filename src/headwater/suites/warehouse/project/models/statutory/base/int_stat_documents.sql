-- ALL DOCUMENTS THAT THE COMPANIES ISSUED: INVOICES AND CREDIT NOTES, EACH WITH THE COMPANY WHOSE NAME IS PRINTED ON IT.
-- A CREDIT NOTE IS ISSUED BY THE COMPANY OF ITS INVOICE EVEN IF THE COUNTRY HAS MOVED SINCE (MEMO 2022-01, PARAGRAPH 4).
-- CREDIT NOTES ARE NEGATIVE. THE PROVIDER KEEPS THEM GROSS: NET IS TAKEN IN THE PROPORTION OF THE INVOICE.
SELECT
    c.document_id,
    c.document_type,
    c.source_number,
    c.invoice_id,
    c.account_id,
    c.customer_id,
    c.subscription_id,
    c.license_id,
    c.invoice_kind,
    c.status,
    c.reason,
    m.entity_code,
    c.country_code,
    c.tax_status,
    c.document_date,
    {{ month_start('c.document_date') }} AS document_month,
    c.invoiced_on,
    c.due_on,
    c.paid_on,
    c.currency,
    m.functional_currency,
    c.net_amount,
    c.gross_amount - c.net_amount AS tax_amount,
    c.gross_amount,
    c.usd_per_unit,
    r.functional_usd_per_unit,
    {{ stat_convert('c.net_amount', 'c.currency', 'm.functional_currency', 'c.usd_per_unit', 'r.functional_usd_per_unit') }} AS net_functional,
    {{ stat_convert('(c.gross_amount - c.net_amount)', 'c.currency', 'm.functional_currency', 'c.usd_per_unit', 'r.functional_usd_per_unit') }} AS tax_functional,
    {{ usd_amount('c.net_amount', 'c.usd_per_unit') }} AS net_usd,
    {{ usd_amount('(c.gross_amount - c.net_amount)', 'c.usd_per_unit') }} AS tax_usd
FROM (
    SELECT
        i.invoice_id AS document_id,
        'invoice' AS document_type,
        i.invoice_number AS source_number,
        i.invoice_id,
        i.account_id,
        i.customer_id,
        i.subscription_id,
        i.license_id,
        i.invoice_kind,
        i.status,
        CAST(NULL AS VARCHAR) AS reason,
        COALESCE(i.country_code, 'XX') AS country_code,
        i.tax_status,
        i.invoiced_on AS document_date,
        i.invoiced_on,
        COALESCE(i.due_on, i.invoiced_on) AS due_on,
        i.paid_on,
        i.currency,
        i.usd_per_unit,
        i.subtotal AS net_amount,
        i.total AS gross_amount
    FROM {{ ref('fct_invoices') }} i

    UNION ALL

    SELECT
        n.credit_note_id AS document_id,
        'credit_note' AS document_type,
        i.invoice_number AS source_number,
        i.invoice_id,
        i.account_id,
        i.customer_id,
        i.subscription_id,
        i.license_id,
        i.invoice_kind,
        i.status,
        n.reason,
        COALESCE(i.country_code, 'XX') AS country_code,
        i.tax_status,
        n.credited_on AS document_date,
        i.invoiced_on,
        COALESCE(i.due_on, i.invoiced_on) AS due_on,
        i.paid_on,
        i.currency,
        i.usd_per_unit,
        - {{ net_of_tax('n.amount', 'i.subtotal', 'i.total') }} AS net_amount,
        - n.amount AS gross_amount
    FROM {{ ref('fct_credit_notes') }} n
    INNER JOIN {{ ref('fct_invoices') }} i
        ON i.invoice_id = n.invoice_id
) c
INNER JOIN {{ ref('int_stat_country_entities') }} m
    ON m.country_code = c.country_code
    AND m.valid_from <= c.invoiced_on
    AND m.valid_until > c.invoiced_on
INNER JOIN {{ ref('int_stat_entity_rates') }} r
    ON r.entity_code = m.entity_code
    AND r.rate_date = c.invoiced_on
