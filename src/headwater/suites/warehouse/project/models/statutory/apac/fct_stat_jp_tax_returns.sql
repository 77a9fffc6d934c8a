-- MOORING KK: SHOHIZEI (CONSUMPTION TAX), INTERIM RETURN.
-- ONE ROW FOR EACH PERIOD SINCE THE COMPANY BEGAN, ALSO WHERE NOTHING WAS SOLD: A RETURN OF ZERO MUST BE FILED AS WELL.
SELECT
    b.period_start,
    {{ to_date(date_add_days(date_add_months('b.period_start', 3), -1)) }} AS period_end,
    {{ stat_fiscal_year('b.period_start', 4) }} AS local_year,
    b.taxable_sales,
    b.consumption_tax,
    b.export_sales,
    b.exempt_sales,
    b.reverse_charge_sales,
    b.tax_without_duty,
    b.consumption_tax + b.tax_without_duty AS tax_due_local,
    {{ stat_earlier('(b.consumption_tax + b.tax_without_duty)', 1, 'b.period_start') }} AS tax_due_before_local,
    {{ stat_earlier('(b.consumption_tax + b.tax_without_duty)', 4, 'b.period_start') }} AS tax_due_a_year_ago_local,
    {{ stat_year_to_date('(b.consumption_tax + b.tax_without_duty)', stat_fiscal_year('b.period_start', 4), 'b.period_start') }} AS tax_due_ytd_local,
    b.documents,
    b.credit_notes,
    b.corrections_of_earlier_periods,
    b.corrections_net_local,
    b.documents_to_check,
    b.unexplained_tax_local,
    {{ stat_filing_due('b.period_start', 5, -1) }} AS due_on,
    CASE
        WHEN {{ stat_filing_due('b.period_start', 5, -1) }} <= {{ as_of() }} THEN 'filed'
        WHEN {{ to_date(date_add_months('b.period_start', 3)) }} <= {{ as_of() }} THEN 'to be filed'
        ELSE 'running'
    END AS return_status
FROM (
    SELECT
        p.period_start,
        -- ROUNDED TO 1,000 YEN ON THE FORM, NOT HERE
        {{ stat_box("n.tax_code = 'KAZEI10'", 'n.net_local', 'truncate') }} AS taxable_sales,
        -- NATIONAL AND LOCAL TOGETHER
        {{ stat_box("n.tax_code = 'KAZEI10'", 'n.tax_local') }} AS consumption_tax,
        -- KOREA IS INVOICED FROM TOKYO
        {{ stat_box("n.tax_code = 'YUSHUTSU'", 'n.net_local') }} AS export_sales,
        -- REDUCE THE TAXABLE SALES RATIO
        {{ stat_box("n.tax_code = 'HIKAZEI'", 'n.net_local') }} AS exempt_sales,
        -- ELECTRONIC SERVICES TO BUSINESSES
        {{ stat_box("n.tax_code = 'REVERSE'", 'n.net_local') }} AS reverse_charge_sales,
        -- TO BE GIVEN BACK
        {{ stat_box("n.tax_code <> 'KAZEI10'", 'n.tax_local') }} AS tax_without_duty,
        COUNT(n.document_id) AS documents,
        COALESCE({{ count_where("n.document_type = 'credit_note'") }}, 0) AS credit_notes,
        COALESCE({{ count_where('n.is_of_earlier_period') }}, 0) AS corrections_of_earlier_periods,
        {{ money('COALESCE(' ~ sum_where('n.is_of_earlier_period', 'n.net_local') ~ ', 0)') }} AS corrections_net_local,
        COALESCE({{ count_where("n.tax_check in ('differs', 'tax missing')") }}, 0) AS documents_to_check,
        {{ money('COALESCE(' ~ sum_where("n.tax_check in ('differs', 'tax missing')", 'n.tax_difference_local') ~ ', 0)') }} AS unexplained_tax_local
    FROM (
        SELECT DISTINCT
            CAST(DATE_TRUNC('quarter', k.month_start) AS DATE) AS period_start
        FROM {{ ref('int_stat_calendar_months') }} k
        WHERE k.month_start >= CAST('2021-01-01' AS DATE)
            AND NOT k.is_future
    ) p
    LEFT JOIN {{ ref('int_stat_jp_documents') }} n
        ON n.tax_point_on >= p.period_start
        AND n.tax_point_on < {{ to_date(date_add_months('p.period_start', 3)) }}
    GROUP BY p.period_start
) b
