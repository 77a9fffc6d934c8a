-- MOORING CANADA ULC: GST34.
-- ONE ROW FOR EACH PERIOD SINCE THE COMPANY BEGAN, ALSO WHERE NOTHING WAS SOLD: A RETURN OF ZERO MUST BE FILED AS WELL.
-- THE PERIOD IS THAT OF THE TAX POINT (int_stat_ca_documents), NOT OF THE DOCUMENT.
SELECT
    b.period_start,
    {{ to_date(date_add_days(date_add_months('b.period_start', 3), -1)) }} AS period_end,
    {{ stat_fiscal_year('b.period_start', 2) }} AS local_year,
    b.line_101_sales,
    b.line_103_tax_collectible,
    b.line_104_adjustments,
    b.zero_rated_sales,
    b.line_103_tax_collectible + b.line_104_adjustments AS tax_due_local,
    {{ stat_earlier('(b.line_103_tax_collectible + b.line_104_adjustments)', 1, 'b.period_start') }} AS tax_due_before_local,
    {{ stat_earlier('(b.line_103_tax_collectible + b.line_104_adjustments)', 4, 'b.period_start') }} AS tax_due_a_year_ago_local,
    {{ stat_year_to_date('(b.line_103_tax_collectible + b.line_104_adjustments)', stat_fiscal_year('b.period_start', 2), 'b.period_start') }} AS tax_due_ytd_local,
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
        -- ALL SALES, ZERO-RATED ONES AS WELL
        {{ stat_box("TRUE", 'n.net_local', 'round') }} AS line_101_sales,
        -- TAX ON TAXABLE SALES
        {{ stat_box("n.tax_code = 'GST'", 'n.tax_local') }} AS line_103_tax_collectible,
        -- TAX CHARGED WITHOUT NEED; IT IS OWED UNTIL CREDITED
        {{ stat_box("n.tax_code <> 'GST'", 'n.tax_local') }} AS line_104_adjustments,
        -- PART OF LINE 101
        {{ stat_box("n.tax_code = 'ZR'", 'n.net_local', 'round') }} AS zero_rated_sales,
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
            AND k.month_start <= {{ as_of() }}
    ) p
    LEFT JOIN {{ ref('int_stat_ca_documents') }} n
        ON {{ stat_quarter_start('n.tax_point_on', 2) }} = p.period_start
        -- WHAT FALLS DUE AFTER THE CLOCK IS NOT DECLARED YET
        AND n.tax_point_on <= {{ as_of() }}
    GROUP BY p.period_start
) b
