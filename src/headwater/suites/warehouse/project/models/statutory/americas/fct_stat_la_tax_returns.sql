-- MOORING LATIN AMERICA LLC: ANNUAL STATEMENT OF SALES BY COUNTRY.
-- ONE ROW FOR EACH PERIOD SINCE THE COMPANY BEGAN, ALSO WHERE NOTHING WAS SOLD: A RETURN OF ZERO MUST BE FILED AS WELL.
SELECT
    b.period_start,
    {{ to_date(date_add_days(date_add_months('b.period_start', 12), -1)) }} AS period_end,
    {{ stat_fiscal_year('b.period_start', 1) }} AS local_year,
    b.sales_brazil,
    b.sales_mexico,
    b.sales_elsewhere,
    b.tax_charged,
    b.tax_charged AS tax_due_local,
    {{ stat_earlier('(b.tax_charged)', 1, 'b.period_start') }} AS tax_due_before_local,
    {{ stat_earlier('(b.tax_charged)', 1, 'b.period_start') }} AS tax_due_a_year_ago_local,
    {{ stat_year_to_date('(b.tax_charged)', stat_fiscal_year('b.period_start', 1), 'b.period_start') }} AS tax_due_ytd_local,
    b.documents,
    b.credit_notes,
    b.corrections_of_earlier_periods,
    b.corrections_net_local,
    b.documents_to_check,
    b.unexplained_tax_local,
    {{ stat_filing_due('b.period_start', 15, -1) }} AS due_on,
    CASE
        WHEN {{ stat_filing_due('b.period_start', 15, -1) }} <= {{ as_of() }} THEN 'filed'
        WHEN {{ to_date(date_add_months('b.period_start', 12)) }} <= {{ as_of() }} THEN 'to be filed'
        ELSE 'running'
    END AS return_status
FROM (
    SELECT
        p.period_start,
        -- WITHHOLDING OF 15 % IS EXPECTED
        {{ stat_box("n.tax_code = 'BR-IRRF'", 'n.net_local') }} AS sales_brazil,
        -- WITHHOLDING OF 10 % IS EXPECTED
        {{ stat_box("n.tax_code = 'MX-ISR'", 'n.net_local') }} AS sales_mexico,
        -- NO TREATY
        {{ stat_box("n.tax_code = 'LA-OUT'", 'n.net_local') }} AS sales_elsewhere,
        -- NONE
        {{ stat_box("n.tax_local <> 0", 'n.tax_local') }} AS tax_charged,
        COUNT(n.document_id) AS documents,
        COALESCE({{ count_where("n.document_type = 'credit_note'") }}, 0) AS credit_notes,
        COALESCE({{ count_where('n.is_of_earlier_period') }}, 0) AS corrections_of_earlier_periods,
        {{ money('COALESCE(' ~ sum_where('n.is_of_earlier_period', 'n.net_local') ~ ', 0)') }} AS corrections_net_local,
        COUNT(CASE WHEN n.tax_check IN ('differs', 'tax missing', 'taxed without duty') THEN n.document_id END) AS documents_to_check,
        {{ money("COALESCE(SUM(CASE WHEN n.tax_check IN ('differs', 'tax missing', 'taxed without duty') THEN n.tax_difference_local END), 0)") }} AS unexplained_tax_local
    FROM (
        SELECT DISTINCT
            {{ stat_year_start('k.month_start', 1) }} AS period_start
        FROM {{ ref('int_stat_calendar_months') }} k
        WHERE k.month_start >= CAST('2022-01-01' AS DATE)
            AND NOT k.is_future
    ) p
    LEFT JOIN {{ ref('int_stat_la_documents') }} n
        ON {{ stat_year_start('n.tax_point_on', 1) }} = p.period_start
    GROUP BY p.period_start
) b
