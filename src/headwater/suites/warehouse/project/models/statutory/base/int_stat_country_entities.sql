-- COUNTRY TO COMPANY, HALF OPEN HERE (THE SEED HAS CLOSED PERIODS BECAUSE CONTROLLERS THINK IN LAST DAYS).
-- CUSTOMERS WITHOUT A COUNTRY ARE INVOICED BY THE PARENT: MEMO 2021-07, PARAGRAPH 2.
SELECT
    m.country_code,
    m.entity_code,
    e.functional_currency,
    e.year_first_month,
    m.valid_from,
    CASE
        WHEN m.valid_to IS NULL THEN CAST('9999-12-31' AS DATE)
        ELSE {{ day_after('m.valid_to') }}
    END AS valid_until
FROM {{ ref('map_country_entities') }} m
INNER JOIN {{ ref('legal_entities') }} e
    ON e.entity_code = m.entity_code

UNION ALL

SELECT
    'XX' AS country_code,
    e.entity_code,
    e.functional_currency,
    e.year_first_month,
    {{ history_start() }} AS valid_from,
    CAST('9999-12-31' AS DATE) AS valid_until
FROM {{ ref('legal_entities') }} e
WHERE e.entity_code = 'US'
