-- TAX OF ALL COMPANIES BY THE MONTH OF THE DOCUMENT, WHATEVER THE LOCAL TAX POINT: THE GROUP'S TAX ACCOUNT (2200) IS POSTED BY DOCUMENT.
SELECT
    x.entity_code,
    x.document_month,
    x.country_code,
    COUNT(*) AS documents,
    {{ count_where('x.is_simplified') }} AS simplified_documents,
    COUNT(DISTINCT x.tax_code) AS tax_codes,
    SUM(x.net_usd) AS net_usd,
    SUM(x.tax_usd) AS tax_usd,
    {{ sum_where("x.tax_check = 'as expected'", 'x.tax_usd') }} AS tax_as_expected_usd,
    {{ sum_where("x.tax_check = 'taxed without duty'", 'x.tax_usd') }} AS tax_without_duty_usd,
    {{ sum_where("x.tax_check = 'differs'", 'x.tax_usd') }} AS tax_to_check_usd,
    {{ sum_where('x.tax_point_on is null', 'x.tax_usd') }} AS tax_without_tax_point_usd,
    {{ sum_where('x.tax_month > x.document_month', 'x.tax_usd') }} AS tax_due_later_usd,
    {{ safe_divide('SUM(x.tax_usd)', 'SUM(x.net_usd)', 4) }} AS effective_rate
FROM (
    SELECT
        u.entity_code,
        {{ month_start('u.document_date') }} AS document_month,
        u.country_code,
        u.tax_code,
        u.tax_check,
        u.is_simplified,
        u.tax_point_on,
        u.tax_month,
        u.net_usd,
        u.tax_usd
    FROM {{ ref('int_stat_tax_unioned') }} u
) x
GROUP BY x.entity_code, x.document_month, x.country_code
