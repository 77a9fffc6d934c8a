-- MOORING INC.: NEXUS WATCH (NO RETURN IS FILED).
-- ONE ROW FOR EACH PERIOD SINCE THE COMPANY BEGAN, ALSO WHERE NOTHING WAS SOLD: A RETURN OF ZERO MUST BE FILED AS WELL.
SELECT
    b.period_start,
    {{ to_date(date_add_days(date_add_months('b.period_start', 3), -1)) }} AS period_end,
    {{ stat_fiscal_year('b.period_start', 2) }} AS local_year,
    b.sales_to_us_customers,
    b.exempt_sales,
    b.foreign_sales,
    b.sales_without_country,
    b.tax_charged,
    b.tax_charged AS tax_due_local,
    {{ stat_earlier('(b.tax_charged)', 1, 'b.period_start') }} AS tax_due_before_local,
    {{ stat_earlier('(b.tax_charged)', 4, 'b.period_start') }} AS tax_due_a_year_ago_local,
    {{ stat_year_to_date('(b.tax_charged)', stat_fiscal_year('b.period_start', 2), 'b.period_start') }} AS tax_due_ytd_local,
    b.documents,
    b.credit_notes,
    b.corrections_of_earlier_periods,
    b.corrections_net_local,
    b.documents_to_check,
    b.unexplained_tax_local,
    {{ stat_filing_due('b.period_start', 3, 20) }} AS due_on,
    CASE
        WHEN {{ stat_filing_due('b.period_start', 3, 20) }} <= {{ as_of() }} THEN 'filed'
        WHEN {{ to_date(date_add_months('b.period_start', 3)) }} <= {{ as_of() }} THEN 'to be filed'
        ELSE 'running'
    END AS return_status
FROM (
    SELECT
        p.period_start,
        -- GROSS SALES, BEFORE CREDIT NOTES OF EARLIER QUARTERS
        {{ stat_box("n.tax_code in ('US-OUT', 'EXEMPT-CERT')", 'n.net_local') }} AS sales_to_us_customers,
        -- CERTIFICATES MUST BE ON FILE
        {{ stat_box("n.tax_code = 'EXEMPT-CERT'", 'n.net_local') }} AS exempt_sales,
        -- BRAZIL AND MEXICO UNTIL 2021; PUERTO RICO IS DOMESTIC
        {{ stat_box("n.tax_code = 'FOREIGN'", 'n.net_local') }} AS foreign_sales,
        -- TO BE CLEARED BY SALES OPERATIONS WITHIN THE QUARTER
        {{ stat_box("n.tax_code = 'UNKNOWN'", 'n.net_local') }} AS sales_without_country,
        -- MUST BE ZERO: NOBODY IS REGISTERED
        {{ stat_box("n.tax_local <> 0", 'n.tax_local') }} AS tax_charged,
        COUNT(n.document_id) AS documents,
        COALESCE({{ count_where("n.document_type = 'credit_note'") }}, 0) AS credit_notes,
        COALESCE({{ count_where('n.is_of_earlier_period') }}, 0) AS corrections_of_earlier_periods,
        {{ money('COALESCE(' ~ sum_where('n.is_of_earlier_period', 'n.net_local') ~ ', 0)') }} AS corrections_net_local,
        COALESCE({{ count_where("n.tax_check in ('differs', 'tax missing')") }}, 0) AS documents_to_check,
        {{ money('COALESCE(' ~ sum_where("n.tax_check in ('differs', 'tax missing')", 'n.tax_difference_local') ~ ', 0)') }} AS unexplained_tax_local
    FROM (
        SELECT DISTINCT
            {{ stat_quarter_start('k.month_start', 2) }} AS period_start
        FROM {{ ref('int_stat_calendar_months') }} k
        WHERE k.month_start >= CAST('2021-01-01' AS DATE)
            AND k.month_start <= {{ as_of() }}
    ) p
    LEFT JOIN {{ ref('int_stat_us_documents') }} n
        ON {{ stat_quarter_start('n.tax_point_on', 2) }} = p.period_start
    GROUP BY p.period_start
) b
