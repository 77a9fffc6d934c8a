-- MOORING LATIN AMERICA LLC: REGISTRO DE VENTAS.
-- IN BUSINESS SINCE 2022-01-01; OLDER DOCUMENTS OF THESE COUNTRIES ARE THE PARENT'S (MEMO 2022-01).
-- CUSTOMERS IN BRAZIL WITHHOLD INCOME TAX. WHAT THEY WITHHELD IS NOT IN BILLING; THE BANK SHOWS IT.
SELECT
    n.document_id,
    n.document_type,
    'LA-' || CAST(n.local_year AS VARCHAR) || CASE WHEN n.document_type = 'invoice' THEN '-F-' ELSE '-C-' END || LPAD(CAST(n.number_in_year AS VARCHAR), 5, '0') AS local_number,
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
    CAST(0 AS DECIMAL(9, 4)) AS tax_rate,
    {{ money('0') }} AS expected_tax_local,
    n.tax_local AS tax_difference_local,
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
        -- A CREDIT NOTE OF AN EARLIER YEAR IS SHOWN APART IN THE RETURN'S ANNEX
        t.document_type = 'credit_note' AND {{ stat_year_start('t.invoiced_on', 1) }} < {{ stat_year_start('t.document_date', 1) }} AS is_of_earlier_period,
        CASE
            WHEN t.country_code = 'BR' THEN 'BR-IRRF'
            WHEN t.country_code = 'MX' THEN 'MX-ISR'
            ELSE 'LA-OUT'
        END AS tax_code,
        CAST(CASE
            WHEN t.country_code = 'BR' THEN 0
            WHEN t.country_code = 'MX' THEN 0
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
            {{ stat_fiscal_year('d.document_date', 1) }} AS local_year,
            d.currency,
            {{ stat_round('d.net_functional') }} AS net_local,
            {{ stat_round('d.tax_functional') }} AS tax_local,
            d.net_usd,
            d.tax_usd
        FROM {{ ref('int_stat_documents') }} d
        WHERE d.entity_code = 'LA'
    ) t
) n
