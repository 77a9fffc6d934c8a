-- CONTRACTS AT EACH MONTH END, SUBSCRIPTIONS AND LICENCES IN ONE LIST, WITH EVERYTHING THAT A LOCAL DEFINITION OF AN ACTIVE CONTRACT
-- ASKS FOR. NOTHING IS LEFT OUT HERE: TEST ACCOUNTS, GRACE PERIODS AND UNPAID CONTRACTS ARE MARKED, AND EACH COMPANY DECIDES.
-- THE COUNTRY IS THAT OF THE BILLING CUSTOMER; A LICENCE HAS NONE, SO ITS ACCOUNT'S IS TAKEN.
SELECT
    c.contract_id,
    c.contract_kind,
    c.month_start,
    {{ month_end('c.month_start') }} AS month_end,
    c.account_id,
    m.entity_code,
    c.country_code,
    COALESCE(a.segment, 'Unknown') AS segment,
    COALESCE(a.is_internal, FALSE) AS is_internal,
    COALESCE(a.is_test, FALSE) AS is_test,
    c.contract_status,
    c.is_in_grace,
    c.plan_code,
    c.billing_interval,
    c.seats,
    c.percent_off,
    c.list_mrr_usd,
    c.mrr_usd,
    {{ annualise('c.mrr_usd') }} AS arr_usd
FROM (
    SELECT
        s.subscription_id AS contract_id,
        'subscription' AS contract_kind,
        s.month_start,
        s.account_id,
        COALESCE(b.country_code, 'XX') AS country_code,
        s.status AS contract_status,
        FALSE AS is_in_grace,
        s.plan_code,
        s.billing_interval,
        s.seats,
        s.percent_off,
        s.list_mrr_usd,
        s.mrr_usd
    FROM {{ ref('int_subscription_mrr_monthly') }} s
    INNER JOIN {{ ref('int_billing_customer_accounts') }} b
        ON b.customer_id = s.customer_id

    UNION ALL

    SELECT
        l.license_id AS contract_id,
        'license' AS contract_kind,
        l.month_start,
        l.account_id,
        COALESCE(x.country_code, 'XX') AS country_code,
        CASE WHEN l.is_in_grace THEN 'grace' ELSE 'active' END AS contract_status,
        l.is_in_grace,
        LOWER(l.sku) AS plan_code,
        'year' AS billing_interval,
        l.seats,
        0 AS percent_off,
        l.mrr_usd AS list_mrr_usd,
        l.mrr_usd
    FROM {{ ref('int_license_mrr_monthly') }} l
    LEFT JOIN {{ ref('dim_accounts') }} x
        ON x.account_id = l.account_id
) c
INNER JOIN {{ ref('int_stat_country_entities') }} m
    ON m.country_code = c.country_code
    AND m.valid_from <= {{ month_end('c.month_start') }}
    AND m.valid_until > {{ month_end('c.month_start') }}
LEFT JOIN {{ ref('dim_accounts') }} a
    ON a.account_id = c.account_id
