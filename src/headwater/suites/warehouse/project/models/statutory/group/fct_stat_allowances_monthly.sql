-- ALLOWANCES OF THE COMPANIES IN USD, AND WHAT THE PARENT'S MATRIX WOULD GIVE FOR THE SAME CLAIMS: THE GROUP BOOKS THE LATTER
-- (ASC 326), SO THE DIFFERENCE IS A CONSOLIDATION ENTRY OF EVERY MONTH.
SELECT
    l.entity_code,
    l.month_start,
    l.invoices,
    l.open_usd,
    l.local_allowance_usd,
    COALESCE(p.parent_allowance_usd, 0) AS parent_allowance_usd,
    COALESCE(p.parent_allowance_usd, 0) - l.local_allowance_usd AS consolidation_entry_usd,
    {{ stat_earlier('l.local_allowance_usd', 1, 'l.month_start', 'l.entity_code') }} AS local_allowance_before_usd,
    l.local_allowance_usd - COALESCE({{ stat_earlier('l.local_allowance_usd', 1, 'l.month_start', 'l.entity_code') }}, 0) AS expense_usd,
    {{ safe_divide('l.local_allowance_usd', 'l.open_usd', 4) }} AS local_rate,
    {{ safe_divide('COALESCE(p.parent_allowance_usd, 0)', 'l.open_usd', 4) }} AS parent_rate
FROM (
    SELECT
        u.entity_code,
        u.month_start,
        SUM(u.invoices) AS invoices,
        SUM(u.open_usd) AS open_usd,
        SUM({{ stat_translate('u.allowance_local', 'm.closing_usd_per_unit') }}) AS local_allowance_usd
    FROM {{ ref('int_stat_allowances_unioned') }} u
    INNER JOIN {{ ref('legal_entities') }} e
        ON e.entity_code = u.entity_code
    INNER JOIN {{ ref('int_fx_rates_monthly') }} m
        ON m.currency = e.functional_currency
        AND m.month_start = u.month_start
    GROUP BY u.entity_code, u.month_start
) l
LEFT JOIN (
    SELECT
        o.entity_code,
        o.month_start,
        SUM({{ money('cast(o.open_amount_usd as double precision) * a.allowance_rate') }}) AS parent_allowance_usd
    FROM {{ ref('int_stat_receivables') }} o
    INNER JOIN {{ ref('stat_allowance_rates') }} a
        ON a.entity_code = 'US'
        AND a.days_from <= o.days_past_due
        AND a.days_to >= o.days_past_due
    GROUP BY o.entity_code, o.month_start
) p
    ON p.entity_code = l.entity_code
    AND p.month_start = l.month_start
