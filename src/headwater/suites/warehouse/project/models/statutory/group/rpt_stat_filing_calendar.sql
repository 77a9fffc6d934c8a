-- WHAT MUST BE FILED WHERE AND WHEN: THE LAST SIX RETURNS OF EACH COMPANY, THE OLDEST ONES FIRST. EVERY CONTROLLER LOOKS HERE ON MONDAYS.
SELECT
    y.entity_code,
    e.legal_name,
    e.tax_name,
    e.controller_email,
    y.period_start,
    y.period_end,
    y.due_on,
    {{ date_diff_days(as_of(), 'y.due_on') }} AS days_left,
    y.return_status,
    y.tax_due_local,
    e.functional_currency,
    y.documents,
    y.documents_to_check,
    y.unexplained_tax_local,
    CASE
        WHEN y.return_status = 'filed' THEN 'done'
        WHEN y.return_status = 'running' THEN 'wait for the end of the period'
        WHEN y.documents_to_check > 0 THEN 'check documents first'
        ELSE 'file'
    END AS next_step
FROM (
    SELECT
        u.entity_code,
        u.period_start,
        u.period_end,
        u.due_on,
        u.return_status,
        u.tax_due_local,
        u.documents,
        u.documents_to_check,
        u.unexplained_tax_local,
        ROW_NUMBER() OVER (PARTITION BY u.entity_code ORDER BY u.period_start DESC) AS return_number
    FROM {{ ref('int_stat_returns_unioned') }} u
) y
INNER JOIN {{ ref('legal_entities') }} e
    ON e.entity_code = y.entity_code
WHERE y.return_number <= 6
