-- WHAT THE COMPANIES' REGISTERS SAY OF A CALENDAR QUARTER AGAINST BILLING'S OWN SUMMARY (rpt_tax_summary), BY COUNTRY. BILLING DOES NOT KNOW
-- CREDIT NOTES THERE, SO THEY ARE SHOWN APART; WHAT REMAINS IS ROUNDING.
SELECT
    COALESCE(s.quarter_start, b.quarter_start) AS quarter_start,
    COALESCE(s.country_code, b.country_code) AS country_code,
    COALESCE(s.entities, 0) AS entities,
    COALESCE(s.invoices, 0) AS invoices,
    COALESCE(b.invoices, 0) AS billing_invoices,
    COALESCE(s.tax_usd, 0) AS register_tax_usd,
    COALESCE(b.tax_usd, 0) AS billing_tax_usd,
    COALESCE(s.credited_tax_usd, 0) AS credited_tax_usd,
    COALESCE(s.tax_usd, 0) - COALESCE(b.tax_usd, 0) AS difference_usd,
    COALESCE(s.tax_without_duty_usd, 0) AS tax_without_duty_usd,
    CASE
        WHEN b.country_code IS NULL THEN 'only in registers'
        WHEN s.country_code IS NULL THEN 'only in billing'
        WHEN ABS(COALESCE(s.tax_usd, 0) - COALESCE(b.tax_usd, 0)) <= 0.01 * COALESCE(s.invoices, 0) THEN 'agrees'
        ELSE 'to be explained'
    END AS outcome
FROM (
    SELECT
        CAST(DATE_TRUNC('quarter', u.document_date) AS DATE) AS quarter_start,
        CASE WHEN u.country_code = 'XX' THEN 'unknown' ELSE u.country_code END AS country_code,
        COUNT(DISTINCT u.entity_code) AS entities,
        SUM(CASE WHEN u.document_type = 'invoice' THEN 1 ELSE 0 END) AS invoices,
        SUM(CASE WHEN u.document_type = 'invoice' THEN u.tax_usd ELSE 0 END) AS tax_usd,
        SUM(CASE WHEN u.document_type = 'credit_note' THEN u.tax_usd ELSE 0 END) AS credited_tax_usd,
        SUM(CASE WHEN u.tax_check = 'taxed without duty' THEN u.tax_usd ELSE 0 END) AS tax_without_duty_usd
    FROM {{ ref('int_stat_tax_unioned') }} u
    GROUP BY 1, 2
) s
FULL JOIN (
    SELECT
        r.quarter_start,
        r.country_code,
        SUM(r.invoices) AS invoices,
        SUM(r.tax_usd) AS tax_usd
    FROM {{ ref('rpt_tax_summary') }} r
    GROUP BY r.quarter_start, r.country_code
) b
    ON b.quarter_start = s.quarter_start
    AND b.country_code = s.country_code
