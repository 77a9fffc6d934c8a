-- REVENUE OF THE COMPANIES IN USD, AND THE BRIDGE TO THE GROUP'S REVENUE IN TWO STEPS: FRAMEWORK (EACH COMPANY RECOGNISES IN ITS OWN
-- WAY) AND TRANSLATION (COMPANIES TRANSLATE AT THE AVERAGE RATE, THE GROUP KEEPS THE RATE OF THE INVOICE; IAS 21.40 BY ANALOGY).
SELECT
    t.entity_code,
    t.legal_name,
    t.functional_currency,
    t.month_start,
    {{ fiscal_quarter('t.month_start') }} AS fiscal_quarter,
    t.product_line,
    t.recognized_local,
    t.average_usd_per_unit,
    t.recognized_usd,
    t.framework_difference_usd,
    t.recognized_usd - t.framework_difference_usd - t.group_recognized_usd AS translation_difference_usd,
    t.group_recognized_usd,
    t.billed_usd,
    t.closing_deferred_usd,
    CASE
        WHEN t.group_recognized_usd = 0 AND t.recognized_local = 0 THEN 'no income'
        WHEN ABS(t.framework_difference_usd) > ABS(t.recognized_usd - t.framework_difference_usd - t.group_recognized_usd) AND ABS(t.framework_difference_usd) >= 1 THEN 'framework'
        WHEN ABS(t.recognized_usd - t.framework_difference_usd - t.group_recognized_usd) >= 1 THEN 'translation'
        ELSE 'agrees'
    END AS main_difference,
    {{ safe_divide('t.group_recognized_usd', 'SUM(t.group_recognized_usd) OVER (PARTITION BY t.month_start)', 4) }} AS share_of_group
FROM (
    SELECT
        u.entity_code,
        e.legal_name,
        e.functional_currency,
        u.month_start,
        u.product_line,
        u.recognized_local,
        m.average_usd_per_unit,
        {{ stat_translate('u.recognized_local', 'm.average_usd_per_unit') }} AS recognized_usd,
        {{ stat_translate('u.framework_difference_local', 'm.average_usd_per_unit') }} AS framework_difference_usd,
        u.group_recognized_usd,
        {{ stat_translate('u.billed_local', 'm.average_usd_per_unit') }} AS billed_usd,
        {{ stat_translate('u.closing_deferred_local', 'm.closing_usd_per_unit') }} AS closing_deferred_usd
    FROM {{ ref('int_stat_revenue_unioned') }} u
    INNER JOIN {{ ref('legal_entities') }} e
        ON e.entity_code = u.entity_code
    INNER JOIN {{ ref('int_fx_rates_monthly') }} m
        ON m.currency = e.functional_currency
        AND m.month_start = u.month_start
) t
