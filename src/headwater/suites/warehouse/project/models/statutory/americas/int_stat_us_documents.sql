-- MOORING INC.: SALES JOURNAL.
-- STATES DO NOT TAX OUR CLOUD SERVICE; NEXUS IS WATCHED BY THE TAX ADVISER (MEMO 2021-02). THE PARENT ALSO INVOICES
-- CUSTOMERS WITHOUT A COUNTRY AND, UNTIL 2021-12-31, BRAZIL AND MEXICO.
SELECT
    n.document_id,
    n.document_type,
    'US-' || CAST(n.local_year AS VARCHAR) || CASE WHEN n.document_type = 'invoice' THEN '-I-' ELSE '-C-' END || LPAD(CAST(n.number_in_year AS VARCHAR), 5, '0') AS local_number,
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
    {{ stat_period_label('n.document_date', 2) }} AS local_period,
    {{ stat_quarter_label('n.document_date', 2) }} AS local_quarter,
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
    FALSE AS is_simplified,
    n.currency <> 'USD' AS is_foreign_currency,
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
        -- A CREDIT NOTE OF AN EARLIER QUARTER IS SHOWN APART IN THE RETURN'S ANNEX
        t.document_type = 'credit_note' AND {{ stat_quarter_start('t.invoiced_on', 2) }} < {{ stat_quarter_start('t.document_date', 2) }} AS is_of_earlier_period,
        CASE
            WHEN t.tax_status = 'exempt' THEN 'EXEMPT-CERT'
            WHEN t.country_code = 'XX' THEN 'UNKNOWN'
            WHEN t.country_code <> 'US' THEN 'FOREIGN'
            ELSE 'US-OUT'
        END AS tax_code,
        CAST(CASE
            WHEN t.tax_status = 'exempt' THEN 0
            WHEN t.country_code = 'XX' THEN 0
            WHEN t.country_code <> 'US' THEN 0
            ELSE 0
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
            d.document_date AS tax_point_on,
            {{ stat_fiscal_year('d.document_date', 2) }} AS local_year,
            d.currency,
            {{ stat_round('d.net_functional') }} AS net_local,
            {{ stat_round('d.tax_functional') }} AS tax_local,
            d.net_usd,
            d.tax_usd
        FROM {{ ref('int_stat_documents') }} d
        WHERE d.entity_code = 'US'
    ) t
    LEFT JOIN {{ ref('stat_tax_rates') }} r
        ON r.country_code = t.country_code
        AND r.valid_from <= t.document_date
        AND (r.valid_to IS NULL OR r.valid_to >= t.document_date)
) n
