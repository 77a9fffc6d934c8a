-- MOORING UK LTD: VAT100 (STAGGER 2: PERIODS END IN JANUARY, APRIL, JULY AND OCTOBER).
-- ONE ROW FOR EACH PERIOD SINCE THE COMPANY BEGAN, ALSO WHERE NOTHING WAS SOLD: A RETURN OF ZERO MUST BE FILED AS WELL.
SELECT
    b.period_start,
    {{ to_date(date_add_days(date_add_months('b.period_start', 3), -1)) }} AS period_end,
    {{ stat_fiscal_year('b.period_start', 4) }} AS local_year,
    b.box_1_vat_due,
    b.box_1_adjustments,
    b.vat_charged_in_error,
    b.box_6_sales,
    b.outside_the_scope,
    b.box_1_vat_due + b.box_1_adjustments + b.vat_charged_in_error AS tax_due_local,
    {{ stat_earlier('(b.box_1_vat_due + b.box_1_adjustments + b.vat_charged_in_error)', 1, 'b.period_start') }} AS tax_due_before_local,
    {{ stat_earlier('(b.box_1_vat_due + b.box_1_adjustments + b.vat_charged_in_error)', 4, 'b.period_start') }} AS tax_due_a_year_ago_local,
    {{ stat_year_to_date('(b.box_1_vat_due + b.box_1_adjustments + b.vat_charged_in_error)', stat_fiscal_year('b.period_start', 4), 'b.period_start') }} AS tax_due_ytd_local,
    b.documents,
    b.credit_notes,
    b.corrections_of_earlier_periods,
    b.corrections_net_local,
    b.documents_to_check,
    b.unexplained_tax_local,
    {{ stat_filing_due('b.period_start', 4, 6) }} AS due_on,
    CASE
        WHEN {{ stat_filing_due('b.period_start', 4, 6) }} <= {{ as_of() }} THEN 'filed'
        WHEN {{ to_date(date_add_months('b.period_start', 3)) }} <= {{ as_of() }} THEN 'to be filed'
        ELSE 'running'
    END AS return_status
FROM (
    SELECT
        p.period_start,
        -- VAT ON SALES
        {{ stat_box("n.tax_code = 'SR' and n.tax_local > 0", 'n.tax_local') }} AS box_1_vat_due,
        -- CREDIT NOTES REDUCE BOX 1; THEY DO NOT GO INTO BOX 4
        {{ stat_box("n.tax_code = 'SR' and n.tax_local < 0", 'n.tax_local') }} AS box_1_adjustments,
        -- OWED UNDER SCHEDULE 11 UNTIL CORRECTED
        {{ stat_box("n.tax_code <> 'SR'", 'n.tax_local') }} AS vat_charged_in_error,
        -- ALL SALES WITHOUT VAT, IN WHOLE POUNDS
        {{ stat_box("TRUE", 'n.net_local', 'truncate') }} AS box_6_sales,
        -- PART OF BOX 6
        {{ stat_box("n.tax_code = 'OS'", 'n.net_local') }} AS outside_the_scope,
        COUNT(n.document_id) AS documents,
        COALESCE({{ count_where("n.document_type = 'credit_note'") }}, 0) AS credit_notes,
        COALESCE({{ count_where('n.is_of_earlier_period') }}, 0) AS corrections_of_earlier_periods,
        {{ money('COALESCE(' ~ sum_where('n.is_of_earlier_period', 'n.net_local') ~ ', 0)') }} AS corrections_net_local,
        COUNT(CASE WHEN n.tax_check IN ('differs', 'tax missing', 'taxed without duty') THEN n.document_id END) AS documents_to_check,
        {{ money("COALESCE(SUM(CASE WHEN n.tax_check IN ('differs', 'tax missing', 'taxed without duty') THEN n.tax_difference_local END), 0)") }} AS unexplained_tax_local
    FROM (
        SELECT DISTINCT
            {{ stat_quarter_start('k.month_start', 2) }} AS period_start
        FROM {{ ref('int_stat_calendar_months') }} k
        WHERE k.month_start >= CAST('2021-01-01' AS DATE)
            AND NOT k.is_future
    ) p
    LEFT JOIN {{ ref('int_stat_uk_documents') }} n
        ON n.tax_point_on >= p.period_start
        AND n.tax_point_on < {{ to_date(date_add_months('p.period_start', 3)) }}
    GROUP BY p.period_start
) b
