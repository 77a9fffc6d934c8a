-- MEMO 2021-03 (GROUP REPORTING): ONE RATE PER CURRENCY AND DAY FOR ALL COMPANIES. LOCAL BANKS' RATES ARE NOT USED.
SELECT
    e.entity_code,
    e.functional_currency,
    r.rate_date,
    r.usd_per_unit AS functional_usd_per_unit
FROM {{ ref('legal_entities') }} e
INNER JOIN {{ ref('int_fx_rates_daily') }} r
    ON r.currency = e.functional_currency
