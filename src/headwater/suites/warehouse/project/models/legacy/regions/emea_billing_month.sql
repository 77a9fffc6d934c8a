{{ config(materialized='table') }}

-- EMEA sheet, billing. Owner: N. Byrne, Dublin. In euros, with and without VAT: the subsidiary's accountant needs both. Invoices in
-- pounds and dollars go through the dollar at the rates of the invoice's day. Accounts without a country are the Americas'.
WITH euro AS (
    SELECT
        rate_dt,
        rate AS usd_per_eur
    FROM {{ ref('base_rates') }}
    WHERE currency = 'EUR'
),

invoices AS (
    SELECT
        i.inv_id,
        i.cust_id_v2 AS cust_id,
        i.inv_month AS month,
        {{ emea_group('COALESCE(i.bill_country, a.country)') }} AS country_group,
        i.currency,
        i.tax_status,
        i.inv_status,
        CASE
            WHEN i.currency = 'EUR' THEN i.net
            ELSE {{ money('CAST(i.net_usd AS DOUBLE PRECISION) / e.usd_per_eur') }}
        END AS net_eur,
        CASE
            WHEN i.currency = 'EUR' THEN i.gross
            ELSE {{ money('CAST(i.gross_usd AS DOUBLE PRECISION) / e.usd_per_eur') }}
        END AS gross_eur,
        e.usd_per_eur
    FROM {{ ref('base_invoices') }} i
    INNER JOIN {{ ref('base_accounts') }} a ON a.cust_id = i.cust_id_v2
    INNER JOIN euro e ON e.rate_dt = i.inv_dt
    WHERE i.is_billed = 'Y'
      AND a.region = 'EMEA'
      AND a.account_kind = 'customer'
),

items AS (
    SELECT
        l.inv_id,
        SUM(CASE WHEN l.revenue_kind = 'add-on' THEN l.net_usd ELSE 0 END) AS addon_usd,
        SUM(CASE WHEN l.revenue_kind = 'one-off' THEN l.net_usd ELSE 0 END) AS one_off_usd,
        SUM(CASE WHEN l.revenue_kind = 'server' THEN l.net_usd ELSE 0 END) AS server_usd
    FROM {{ ref('base_invoice_items') }} l
    GROUP BY l.inv_id
),

backs AS (
    SELECT
        inv_id,
        SUM(amount_usd) AS given_back_usd
    FROM {{ ref('base_refunds') }}
    WHERE back_kind <> 'dispute'
    GROUP BY inv_id
)

SELECT
    i.month,
    i.country_group,
    i.currency,
    COUNT(*) AS invoices,
    COUNT(DISTINCT i.cust_id) AS customers,
    SUM(i.net_eur) AS net_eur,
    SUM(i.gross_eur) AS gross_eur,
    SUM(i.gross_eur - i.net_eur) AS vat_eur,
    SUM(CASE WHEN i.tax_status = 'reverse' THEN i.net_eur ELSE 0 END) AS reverse_charge_eur,
    SUM(CASE WHEN i.tax_status = 'exempt' THEN i.net_eur ELSE 0 END) AS exempt_eur,
    SUM({{ money('COALESCE(t.addon_usd, 0) / CAST(i.usd_per_eur AS DOUBLE PRECISION)') }}) AS addon_eur,
    SUM({{ money('COALESCE(t.one_off_usd, 0) / CAST(i.usd_per_eur AS DOUBLE PRECISION)') }}) AS one_off_eur,
    SUM({{ money('COALESCE(t.server_usd, 0) / CAST(i.usd_per_eur AS DOUBLE PRECISION)') }}) AS server_eur,
    SUM({{ money('COALESCE(b.given_back_usd, 0) / CAST(i.usd_per_eur AS DOUBLE PRECISION)') }}) AS given_back_eur,
    SUM(CASE WHEN i.inv_status = 'uncollectible' THEN i.gross_eur ELSE 0 END) AS written_off_eur,
    {{ safe_divide('SUM(i.net_eur)', 'COUNT(DISTINCT i.cust_id)', 2) }} AS net_per_customer_eur
FROM invoices i
LEFT JOIN items t ON t.inv_id = i.inv_id
LEFT JOIN backs b ON b.inv_id = i.inv_id
GROUP BY
    i.month,
    i.country_group,
    i.currency
