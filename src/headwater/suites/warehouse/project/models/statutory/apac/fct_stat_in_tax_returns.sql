-- MOORING INDIA PRIVATE LIMITED: GSTR-3B.
-- ONE ROW FOR EACH PERIOD SINCE THE COMPANY BEGAN, ALSO WHERE NOTHING WAS SOLD: A RETURN OF ZERO MUST BE FILED AS WELL.
-- THE PERIOD IS THAT OF THE TAX POINT (int_stat_in_documents), NOT OF THE DOCUMENT.
SELECT
    b.period_start,
    {{ to_date(date_add_days(date_add_months('b.period_start', 1), -1)) }} AS period_end,
    {{ stat_fiscal_year('b.period_start', 4) }} AS local_year,
    b.table_3_1_a_value,
    b.table_3_1_a_igst,
    b.table_3_1_b_zero_rated,
    b.table_3_1_c_nil_rated,
    b.table_3_1_d_reverse,
    b.igst_without_duty,
    b.table_3_1_a_igst + b.igst_without_duty AS tax_due_local,
    {{ stat_earlier('(b.table_3_1_a_igst + b.igst_without_duty)', 1, 'b.period_start') }} AS tax_due_before_local,
    {{ stat_earlier('(b.table_3_1_a_igst + b.igst_without_duty)', 12, 'b.period_start') }} AS tax_due_a_year_ago_local,
    {{ stat_year_to_date('(b.table_3_1_a_igst + b.igst_without_duty)', stat_fiscal_year('b.period_start', 4), 'b.period_start') }} AS tax_due_ytd_local,
    b.documents,
    b.credit_notes,
    b.corrections_of_earlier_periods,
    b.corrections_net_local,
    b.documents_to_check,
    b.unexplained_tax_local,
    {{ stat_filing_due('b.period_start', 1, 19) }} AS due_on,
    CASE
        WHEN {{ stat_filing_due('b.period_start', 1, 19) }} <= {{ as_of() }} THEN 'filed'
        WHEN {{ to_date(date_add_months('b.period_start', 1)) }} <= {{ as_of() }} THEN 'to be filed'
        ELSE 'running'
    END AS return_status
FROM (
    SELECT
        p.period_start,
        -- OUTWARD TAXABLE SUPPLIES
        {{ stat_box("n.tax_code = 'IGST18'", 'n.net_local') }} AS table_3_1_a_value,
        -- INTEGRATED TAX
        {{ stat_box("n.tax_code = 'IGST18'", 'n.tax_local') }} AS table_3_1_a_igst,
        -- EXPORTS WITHOUT PAYMENT
        {{ stat_box("n.tax_code = 'EXPWOP'", 'n.net_local') }} AS table_3_1_b_zero_rated,
        -- NIL RATED, EXEMPTED
        {{ stat_box("n.tax_code = 'NIL'", 'n.net_local') }} AS table_3_1_c_nil_rated,
        -- RECIPIENT PAYS
        {{ stat_box("n.tax_code = 'RCM'", 'n.net_local') }} AS table_3_1_d_reverse,
        -- SECTION 76: COLLECTED BUT NOT DUE; TO BE PAID ALL THE SAME
        {{ stat_box("n.tax_code <> 'IGST18'", 'n.tax_local') }} AS igst_without_duty,
        COUNT(n.document_id) AS documents,
        COALESCE({{ count_where("n.document_type = 'credit_note'") }}, 0) AS credit_notes,
        COALESCE({{ count_where('n.is_of_earlier_period') }}, 0) AS corrections_of_earlier_periods,
        {{ money('COALESCE(' ~ sum_where('n.is_of_earlier_period', 'n.net_local') ~ ', 0)') }} AS corrections_net_local,
        COALESCE({{ count_where("n.tax_check in ('differs', 'tax missing')") }}, 0) AS documents_to_check,
        {{ money('COALESCE(' ~ sum_where("n.tax_check in ('differs', 'tax missing')", 'n.tax_difference_local') ~ ', 0)') }} AS unexplained_tax_local
    FROM (
        SELECT DISTINCT
            {{ month_start('k.month_start') }} AS period_start
        FROM {{ ref('int_stat_calendar_months') }} k
        WHERE k.month_start >= CAST('2022-04-01' AS DATE)
            AND k.month_start <= {{ as_of() }}
    ) p
    LEFT JOIN {{ ref('int_stat_in_documents') }} n
        ON n.tax_month = p.period_start
        -- WHAT FALLS DUE AFTER THE CLOCK IS NOT DECLARED YET
        AND n.tax_point_on <= {{ as_of() }}
    GROUP BY p.period_start
) b
