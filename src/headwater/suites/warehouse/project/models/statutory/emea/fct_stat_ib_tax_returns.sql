-- MOORING IBERIA S.L.: MODELO 303.
-- ONE ROW FOR EACH PERIOD SINCE THE COMPANY BEGAN, ALSO WHERE NOTHING WAS SOLD: A RETURN OF ZERO MUST BE FILED AS WELL.
SELECT
    b.period_start,
    {{ to_date(date_add_days(date_add_months('b.period_start', 3), -1)) }} AS period_end,
    {{ stat_fiscal_year('b.period_start', 1) }} AS local_year,
    b.casilla_07_base,
    b.casilla_09_cuota,
    b.casilla_14_modificacion_base,
    b.casilla_15_modificacion_cuota,
    b.casilla_122_inversion,
    b.casilla_105_exentas,
    b.cuota_indebida,
    b.casilla_09_cuota + b.casilla_15_modificacion_cuota + b.cuota_indebida AS tax_due_local,
    {{ stat_earlier('(b.casilla_09_cuota + b.casilla_15_modificacion_cuota + b.cuota_indebida)', 1, 'b.period_start') }} AS tax_due_before_local,
    {{ stat_earlier('(b.casilla_09_cuota + b.casilla_15_modificacion_cuota + b.cuota_indebida)', 4, 'b.period_start') }} AS tax_due_a_year_ago_local,
    {{ stat_year_to_date('(b.casilla_09_cuota + b.casilla_15_modificacion_cuota + b.cuota_indebida)', stat_fiscal_year('b.period_start', 1), 'b.period_start') }} AS tax_due_ytd_local,
    b.documents,
    b.credit_notes,
    b.corrections_of_earlier_periods,
    b.corrections_net_local,
    b.documents_to_check,
    b.unexplained_tax_local,
    {{ stat_filing_due('b.period_start', 3, 19) }} AS due_on,
    CASE
        WHEN {{ stat_filing_due('b.period_start', 3, 19) }} <= {{ as_of() }} THEN 'filed'
        WHEN {{ to_date(date_add_months('b.period_start', 3)) }} <= {{ as_of() }} THEN 'to be filed'
        ELSE 'running'
    END AS return_status
FROM (
    SELECT
        p.period_start,
        -- REGIMEN GENERAL
        {{ stat_box("n.tax_code = 'GEN21' and n.document_type = 'invoice'", 'n.net_local') }} AS casilla_07_base,
        -- CUOTA DEVENGADA
        {{ stat_box("n.tax_code = 'GEN21' and n.document_type = 'invoice'", 'n.tax_local') }} AS casilla_09_cuota,
        -- RECTIFICATIVAS
        {{ stat_box("n.tax_code = 'GEN21' and n.document_type = 'credit_note'", 'n.net_local') }} AS casilla_14_modificacion_base,
        -- RECTIFICATIVAS
        {{ stat_box("n.tax_code = 'GEN21' and n.document_type = 'credit_note'", 'n.tax_local') }} AS casilla_15_modificacion_cuota,
        -- INVERSION DEL SUJETO PASIVO
        {{ stat_box("n.tax_code = 'ISP'", 'n.net_local') }} AS casilla_122_inversion,
        -- EXENTAS SIN DERECHO
        {{ stat_box("n.tax_code = 'EXE'", 'n.net_local') }} AS casilla_105_exentas,
        -- REPERCUTIDA SIN DEBER
        {{ stat_box("n.tax_code in ('ISP', 'EXE')", 'n.tax_local') }} AS cuota_indebida,
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
        WHERE k.month_start >= CAST('2022-01-01' AS DATE)
            AND k.month_start <= {{ as_of() }}
    ) p
    LEFT JOIN {{ ref('int_stat_ib_documents') }} n
        ON n.tax_point_on BETWEEN p.period_start AND {{ to_date(date_add_days(date_add_months('p.period_start', 3), -1)) }}
    GROUP BY p.period_start
) b
