-- MOORING NORDICS AB: MOMSDEKLARATION.
-- ONE ROW FOR EACH PERIOD SINCE THE COMPANY BEGAN, ALSO WHERE NOTHING WAS SOLD: A RETURN OF ZERO MUST BE FILED AS WELL.
SELECT
    b.period_start,
    {{ to_date(date_add_days(date_add_months('b.period_start', 1), -1)) }} AS period_end,
    {{ stat_fiscal_year('b.period_start', 5) }} AS local_year,
    b.ruta_05_forsaljning,
    b.ruta_10_moms_25,
    b.ruta_39_tjanster_eu,
    b.ruta_41_omvand,
    b.ruta_42_ovrig,
    b.felaktigt_debiterad,
    b.ruta_10_moms_25 + b.felaktigt_debiterad AS tax_due_local,
    {{ stat_earlier('(b.ruta_10_moms_25 + b.felaktigt_debiterad)', 1, 'b.period_start') }} AS tax_due_before_local,
    {{ stat_earlier('(b.ruta_10_moms_25 + b.felaktigt_debiterad)', 12, 'b.period_start') }} AS tax_due_a_year_ago_local,
    {{ stat_year_to_date('(b.ruta_10_moms_25 + b.felaktigt_debiterad)', stat_fiscal_year('b.period_start', 5), 'b.period_start') }} AS tax_due_ytd_local,
    b.documents,
    b.credit_notes,
    b.corrections_of_earlier_periods,
    b.corrections_net_local,
    b.documents_to_check,
    b.unexplained_tax_local,
    {{ stat_filing_due('b.period_start', 2, 11) }} AS due_on,
    CASE
        WHEN {{ stat_filing_due('b.period_start', 2, 11) }} <= {{ as_of() }} THEN 'filed'
        WHEN {{ to_date(date_add_months('b.period_start', 1)) }} <= {{ as_of() }} THEN 'to be filed'
        ELSE 'running'
    END AS return_status
FROM (
    SELECT
        p.period_start,
        -- MOMSPLIKTIG FORSALJNING
        {{ stat_box("n.tax_code = 'MP1'", 'n.net_local', 'truncate') }} AS ruta_05_forsaljning,
        -- UTGAENDE MOMS 25 %
        {{ stat_box("n.tax_code = 'MP1'", 'n.tax_local', 'truncate') }} AS ruta_10_moms_25,
        -- TJANSTER TILL ANNAT LAND
        {{ stat_box("n.tax_code = 'OMV-EU'", 'n.net_local', 'truncate') }} AS ruta_39_tjanster_eu,
        -- OMVAND SKATTSKYLDIGHET
        {{ stat_box("n.tax_code = 'OMV'", 'n.net_local', 'truncate') }} AS ruta_41_omvand,
        -- OVRIG FORSALJNING
        {{ stat_box("n.tax_code = 'FRI'", 'n.net_local', 'truncate') }} AS ruta_42_ovrig,
        -- ML 16:23
        {{ stat_box("n.tax_code <> 'MP1'", 'n.tax_local') }} AS felaktigt_debiterad,
        COUNT(n.document_id) AS documents,
        COALESCE({{ count_where("n.document_type = 'credit_note'") }}, 0) AS credit_notes,
        COALESCE({{ count_where('n.is_of_earlier_period') }}, 0) AS corrections_of_earlier_periods,
        {{ money('COALESCE(' ~ sum_where('n.is_of_earlier_period', 'n.net_local') ~ ', 0)') }} AS corrections_net_local,
        COUNT(CASE WHEN n.tax_check IN ('differs', 'tax missing', 'taxed without duty') THEN n.document_id END) AS documents_to_check,
        {{ money("COALESCE(SUM(CASE WHEN n.tax_check IN ('differs', 'tax missing', 'taxed without duty') THEN n.tax_difference_local END), 0)") }} AS unexplained_tax_local
    FROM (
        SELECT DISTINCT
            {{ month_start('k.month_start') }} AS period_start
        FROM {{ ref('int_stat_calendar_months') }} k
        WHERE k.month_start >= CAST('2022-05-01' AS DATE)
            AND k.month_start <= {{ as_of() }}
    ) p
    LEFT JOIN {{ ref('int_stat_nd_documents') }} n
        ON n.tax_month = p.period_start
    GROUP BY p.period_start
) b
