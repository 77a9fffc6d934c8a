{{ config(materialized='table') }}

-- APAC sheet, billing. Owner: K. Tanaka, Singapore. In dollars, tax included, because the distributor's commission is on what the
-- customer pays; Japan in yen as well. Fiscal years of the Japanese calendar (April to March) next to the months.
WITH invoices AS (
    SELECT
        i.inv_id,
        i.cust_id_v2 AS cust_id,
        i.inv_month AS month,
        {{ apac_group('COALESCE(i.bill_country, a.country)') }} AS country_group,
        i.inv_kind,
        i.inv_status,
        i.currency,
        i.net_usd,
        i.gross_usd,
        CASE WHEN i.currency = 'JPY' THEN i.gross ELSE 0 END AS gross_jpy
    FROM {{ ref('base_invoices') }} i
    INNER JOIN {{ ref('base_accounts') }} a ON a.cust_id = i.cust_id_v2
    WHERE i.is_billed = 'Y'
      AND a.region = 'APAC'
      AND a.account_kind = 'customer'
),

items AS (
    SELECT
        l.inv_id,
        SUM(CASE WHEN l.revenue_kind = 'one-off' THEN l.net_usd ELSE 0 END) AS one_off_usd,
        SUM(CASE WHEN l.revenue_kind = 'server' THEN l.net_usd ELSE 0 END) AS server_usd,
        MAX(CASE WHEN l.is_proration THEN 1 ELSE 0 END) AS has_proration
    FROM {{ ref('base_invoice_items') }} l
    GROUP BY l.inv_id
)

SELECT
    i.month,
    {{ japan_fiscal_year('i.month') }} AS japan_year,
    {{ japan_fiscal_quarter('i.month') }} AS japan_quarter,
    i.country_group,
    i.inv_kind,
    COUNT(*) AS invoices,
    COUNT(DISTINCT i.cust_id) AS customers,
    SUM(i.gross_usd) AS gross_usd,
    SUM(i.gross_usd - i.net_usd) AS tax_usd,
    SUM(i.gross_jpy) AS gross_jpy,
    SUM(COALESCE(t.one_off_usd, 0)) AS one_off_usd,
    SUM(COALESCE(t.server_usd, 0)) AS server_usd,
    SUM(COALESCE(t.has_proration, 0)) AS invoices_with_proration,
    -- the distributor gets 12 % on first invoices and 7 % on all others, nothing on one-off work
    SUM(
        CASE
            WHEN f.first_invoice_dt IS NULL THEN 0
            ELSE {{ money('(i.gross_usd - COALESCE(t.one_off_usd, 0)) * CASE WHEN ' ~ legacy_month('f.first_invoice_dt') ~ ' = i.month THEN 0.12 ELSE 0.07 END') }}
        END
    ) AS commission_usd,
    SUM(CASE WHEN i.inv_status = 'uncollectible' THEN i.gross_usd ELSE 0 END) AS written_off_usd
FROM invoices i
LEFT JOIN items t ON t.inv_id = i.inv_id
LEFT JOIN {{ ref('tmp_cust_first') }} f ON f.cust_id = i.cust_id
GROUP BY
    i.month,
    {{ japan_fiscal_year('i.month') }},
    {{ japan_fiscal_quarter('i.month') }},
    i.country_group,
    i.inv_kind
