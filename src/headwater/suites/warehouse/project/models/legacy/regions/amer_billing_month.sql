{{ config(materialized='table') }}

-- Americas sheet, billing. Owner: D. Alvarez. In dollars and without tax: sales tax is the provider's business and Canada's GST is not
-- ours to keep. Accounts without a country are ours as well (they are all in us-east or us-west).
WITH invoices AS (
    SELECT
        i.inv_id,
        i.cust_id_v2 AS cust_id,
        i.inv_month AS month,
        {{ amer_group('COALESCE(i.bill_country, a.country)') }} AS country_group,
        i.inv_kind,
        i.inv_status,
        i.net_usd,
        i.vat_usd,
        i.gross_usd
    FROM {{ ref('base_invoices') }} i
    INNER JOIN {{ ref('base_accounts') }} a ON a.cust_id = i.cust_id_v2
    WHERE i.is_billed = 'Y'
      AND a.region IN ('AMER', 'Unassigned')
      AND a.account_kind = 'customer'
),

items AS (
    SELECT
        l.inv_id,
        SUM(CASE WHEN l.revenue_kind = 'add-on' THEN l.net_usd ELSE 0 END) AS addon_usd,
        SUM(CASE WHEN l.revenue_kind = 'one-off' THEN l.net_usd ELSE 0 END) AS one_off_usd,
        SUM(CASE WHEN l.list_no = 1 AND l.inv_dt >= {{ legacy_price_change_day() }} AND l.revenue_kind IN ('cloud', 'server') THEN l.net_usd ELSE 0 END) AS on_old_list_usd,
        SUM(CASE WHEN l.billing_interval = 'year' THEN l.net_usd ELSE 0 END) AS yearly_usd
    FROM {{ ref('base_invoice_items') }} l
    GROUP BY l.inv_id
),

payments AS (
    SELECT
        p.inv_id,
        SUM(CASE WHEN p.is_ok = 'Y' THEN p.amount_usd_at_invoice ELSE 0 END) AS paid_usd,
        SUM(CASE WHEN p.pay_status = 'failed' THEN 1 ELSE 0 END) AS failures
    FROM {{ ref('base_payments') }} p
    GROUP BY p.inv_id
)

SELECT
    i.month,
    i.country_group,
    i.inv_kind,
    COUNT(*) AS invoices,
    COUNT(DISTINCT i.cust_id) AS customers,
    SUM(i.net_usd) AS net_usd,
    SUM(i.vat_usd) AS tax_usd,
    SUM(COALESCE(t.addon_usd, 0)) AS addon_usd,
    SUM(COALESCE(t.one_off_usd, 0)) AS one_off_usd,
    SUM(COALESCE(t.on_old_list_usd, 0)) AS on_old_list_usd,
    SUM(COALESCE(t.yearly_usd, 0)) AS yearly_usd,
    SUM(COALESCE(p.paid_usd, 0)) AS paid_usd,
    SUM(COALESCE(p.failures, 0)) AS failed_tries,
    SUM(CASE WHEN i.inv_status = 'uncollectible' THEN i.net_usd ELSE 0 END) AS written_off_usd,
    {{ safe_divide('SUM(i.net_usd)', 'COUNT(DISTINCT i.cust_id)', 2) }} AS net_per_customer_usd
FROM invoices i
LEFT JOIN items t ON t.inv_id = i.inv_id
LEFT JOIN payments p ON p.inv_id = i.inv_id
GROUP BY
    i.month,
    i.country_group,
    i.inv_kind
