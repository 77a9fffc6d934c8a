-- MOORING SAS: JOURNAL DES VENTES.
-- CGI ART. 269-2: THE TAX ON SERVICES IS DUE WHEN THEY ARE PAID (ENCAISSEMENTS). LICENCES ARE GOODS FOR THIS PURPOSE: DATE OF INVOICE
-- (OPTION SUR LES DEBITS, LETTER OF 2021-01-12). UNPAID SERVICES HAVE NO TAX POINT. SPAIN WAS OURS UNTIL 2021-12-31.
SELECT
    n.document_id,
    n.document_type,
    'FR-' || CAST(n.local_year AS VARCHAR) || CASE WHEN n.document_type = 'invoice' THEN '-F-' ELSE '-A-' END || LPAD(CAST(n.number_in_year AS VARCHAR), 5, '0') AS local_number,
    n.invoice_id,
    n.account_id,
    n.customer_id,
    n.country_code,
    n.tax_status,
    n.document_date,
    n.due_on,
    n.tax_point_on,
    {{ month_start('n.tax_point_on') }} AS tax_month,
    n.local_year,
    {{ stat_period_label('n.document_date', 1) }} AS local_period,
    {{ stat_quarter_label('n.document_date', 1) }} AS local_quarter,
    n.currency,
    n.net_local,
    n.tax_local,
    n.net_local + n.tax_local AS gross_local,
    n.tax_code,
    n.tax_rate,
    {{ stat_round('cast(n.net_local * n.tax_rate as decimal(18, 4))') }} AS expected_tax_local,
    n.tax_local - {{ stat_round('cast(n.net_local * n.tax_rate as decimal(18, 4))') }} AS tax_difference_local,
    CASE
        WHEN n.tax_local = 0 AND n.tax_rate = 0 THEN 'not taxed'
        WHEN n.tax_local <> 0 AND n.tax_rate = 0 THEN 'taxed without duty'
        WHEN n.tax_local = 0 THEN 'tax missing'
        WHEN ABS(n.tax_local - {{ stat_round('cast(n.net_local * n.tax_rate as decimal(18, 4))') }}) <= 0.02 THEN 'as expected'
        ELSE 'differs'
    END AS tax_check,
    n.document_type = 'invoice' AND n.net_local + n.tax_local <= 150 AS is_simplified,
    n.currency <> 'EUR' AS is_foreign_currency,
    n.is_of_earlier_period,
    n.net_usd,
    n.tax_usd
FROM (
    SELECT
        t.document_id,
        t.document_type,
        t.invoice_id,
        t.account_id,
        t.customer_id,
        t.country_code,
        t.tax_status,
        t.document_date,
        t.due_on,
        t.tax_point_on,
        t.local_year,
        t.currency,
        t.net_local,
        t.tax_local,
        t.net_usd,
        t.tax_usd,
        -- A CREDIT NOTE OF AN EARLIER MONTH IS SHOWN APART IN THE RETURN'S ANNEX
        t.document_type = 'credit_note' AND {{ month_start('t.invoiced_on') }} < {{ month_start('t.document_date') }} AS is_of_earlier_period,
        CASE
            WHEN t.country_code <> 'FR' THEN 'HORS'
            WHEN t.tax_status = 'reverse' THEN 'AUTO'
            WHEN t.tax_status = 'exempt' THEN 'EXO'
            ELSE 'TN'
        END AS tax_code,
        CAST(CASE
            WHEN t.country_code <> 'FR' THEN CASE WHEN t.country_code = 'ES' THEN 0.21 ELSE 0 END
            WHEN t.tax_status = 'reverse' THEN 0
            WHEN t.tax_status = 'exempt' THEN 0
            ELSE 0.20
        END AS DECIMAL(9, 4)) AS tax_rate,
        -- NUMBERS MUST NOT HAVE GAPS: A SERIES FOR EACH KIND OF DOCUMENT AND LOCAL YEAR, IN THE ORDER OF ISSUE
        ROW_NUMBER() OVER (PARTITION BY t.document_type, t.local_year ORDER BY t.document_date, t.document_id) AS number_in_year
    FROM (
        SELECT
            d.document_id,
            d.document_type,
            d.invoice_id,
            d.account_id,
            d.customer_id,
            d.country_code,
            d.tax_status,
            d.document_date,
            d.invoiced_on,
            d.due_on,
            CASE WHEN d.document_type = 'credit_note' THEN d.document_date WHEN d.invoice_kind = 'self_managed' THEN d.document_date ELSE p.first_paid_on END AS tax_point_on,
            {{ stat_fiscal_year('d.document_date', 1) }} AS local_year,
            d.currency,
            {{ stat_round('d.net_functional') }} AS net_local,
            {{ stat_round('d.tax_functional') }} AS tax_local,
            d.net_usd,
            d.tax_usd
        FROM {{ ref('int_stat_documents') }} d
        LEFT JOIN (
            -- PART PAYMENTS ARE RARE: THE FIRST ONE DECIDES (MEMO 2021-06)
            SELECT
                q.invoice_id,
                q.paid_on AS first_paid_on
            FROM (
                SELECT
                    s.invoice_id,
                    s.paid_on,
                    ROW_NUMBER() OVER (PARTITION BY s.invoice_id ORDER BY s.paid_on, s.payment_id) AS payment_number
                FROM {{ ref('int_stat_payments') }} s
                WHERE s.entity_code = 'FR'
            ) q
            WHERE q.payment_number = 1
        ) p
            ON p.invoice_id = d.invoice_id
        WHERE d.entity_code = 'FR'
    ) t
) n
