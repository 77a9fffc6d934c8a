-- MOORING PTE. LTD.: GST F5 AND BAS.
-- ONE ROW FOR EACH PERIOD SINCE THE COMPANY BEGAN, ALSO WHERE NOTHING WAS SOLD: A RETURN OF ZERO MUST BE FILED AS WELL.
-- THE PERIOD IS THAT OF THE TAX POINT (int_stat_ap_documents), NOT OF THE DOCUMENT.
SELECT
    b.period_start,
    {{ to_date(date_add_days(date_add_months('b.period_start', 3), -1)) }} AS period_end,
    {{ stat_fiscal_year('b.period_start', 7) }} AS local_year,
    b.f5_box_1_standard_rated,
    b.f5_box_2_zero_rated,
    b.f5_box_3_exempt,
    b.f5_box_6_output_tax,
    b.bas_g1_total_sales,
    b.bas_1a_gst,
    b.oidar_india,
    b.f5_box_6_output_tax + b.bas_1a_gst AS tax_due_local,
    {{ stat_earlier('(b.f5_box_6_output_tax + b.bas_1a_gst)', 1, 'b.period_start') }} AS tax_due_before_local,
    {{ stat_earlier('(b.f5_box_6_output_tax + b.bas_1a_gst)', 4, 'b.period_start') }} AS tax_due_a_year_ago_local,
    {{ stat_year_to_date('(b.f5_box_6_output_tax + b.bas_1a_gst)', stat_fiscal_year('b.period_start', 7), 'b.period_start') }} AS tax_due_ytd_local,
    b.documents,
    b.credit_notes,
    b.corrections_of_earlier_periods,
    b.corrections_net_local,
    b.documents_to_check,
    b.unexplained_tax_local,
    {{ stat_filing_due('b.period_start', 4, -1) }} AS due_on,
    CASE
        WHEN {{ stat_filing_due('b.period_start', 4, -1) }} <= {{ as_of() }} THEN 'filed'
        WHEN {{ to_date(date_add_months('b.period_start', 3)) }} <= {{ as_of() }} THEN 'to be filed'
        ELSE 'running'
    END AS return_status
FROM (
    SELECT
        p.period_start,
        -- SINGAPORE
        {{ stat_box("n.tax_code in ('SR', 'SR-RC')", 'n.net_local') }} AS f5_box_1_standard_rated,
        -- INTERNATIONAL SERVICES
        {{ stat_box("n.tax_code = 'ZR'", 'n.net_local') }} AS f5_box_2_zero_rated,
        -- REGULATION 33
        {{ stat_box("n.tax_code = 'ES33'", 'n.net_local') }} AS f5_box_3_exempt,
        -- ALSO WHAT WAS CHARGED WITHOUT NEED
        {{ stat_box("n.tax_code in ('SR', 'SR-RC', 'ES33')", 'n.tax_local') }} AS f5_box_6_output_tax,
        -- WHOLE DOLLARS, GST INCLUDED
        {{ stat_box("n.tax_code = 'AU-GST'", 'n.net_local + n.tax_local', 'truncate') }} AS bas_g1_total_sales,
        -- WHOLE DOLLARS
        {{ stat_box("n.tax_code = 'AU-GST'", 'n.tax_local', 'truncate') }} AS bas_1a_gst,
        -- UNTIL 2022-03
        {{ stat_box("n.tax_code = 'OIDAR'", 'n.tax_local') }} AS oidar_india,
        COUNT(n.document_id) AS documents,
        COALESCE({{ count_where("n.document_type = 'credit_note'") }}, 0) AS credit_notes,
        COALESCE({{ count_where('n.is_of_earlier_period') }}, 0) AS corrections_of_earlier_periods,
        {{ money('COALESCE(' ~ sum_where('n.is_of_earlier_period', 'n.net_local') ~ ', 0)') }} AS corrections_net_local,
        COUNT(CASE WHEN n.tax_check IN ('differs', 'tax missing', 'taxed without duty') THEN n.document_id END) AS documents_to_check,
        {{ money("COALESCE(SUM(CASE WHEN n.tax_check IN ('differs', 'tax missing', 'taxed without duty') THEN n.tax_difference_local END), 0)") }} AS unexplained_tax_local
    FROM (
        SELECT DISTINCT
            CAST(DATE_TRUNC('quarter', k.month_start) AS DATE) AS period_start
        FROM {{ ref('int_stat_calendar_months') }} k
        WHERE k.month_start >= CAST('2021-01-01' AS DATE)
            AND NOT k.is_future
    ) p
    LEFT JOIN {{ ref('int_stat_ap_documents') }} n
        ON n.tax_point_on BETWEEN p.period_start AND {{ to_date(date_add_days(date_add_months('p.period_start', 3), -1)) }}
        -- WHAT FALLS DUE AFTER THE CLOCK IS NOT DECLARED YET
        AND n.tax_point_on <= {{ as_of() }}
    GROUP BY p.period_start
) b
