-- MOORING SAS: CA3.
-- ONE ROW FOR EACH PERIOD SINCE THE COMPANY BEGAN, ALSO WHERE NOTHING WAS SOLD: A RETURN OF ZERO MUST BE FILED AS WELL.
-- THE PERIOD IS THAT OF THE TAX POINT (int_stat_fr_documents), NOT OF THE DOCUMENT.
SELECT
    b.period_start,
    {{ to_date(date_add_days(date_add_months('b.period_start', 1), -1)) }} AS period_end,
    {{ stat_fiscal_year('b.period_start', 1) }} AS local_year,
    b.ligne_01_ventes,
    b.ligne_04_exonerees,
    b.ligne_05_hors_france,
    b.ligne_06_autoliquidation,
    b.ligne_08_tva_brute,
    b.tva_facturee_a_tort,
    b.iva_espagne,
    b.ligne_08_tva_brute + b.tva_facturee_a_tort AS tax_due_local,
    {{ stat_earlier('(b.ligne_08_tva_brute + b.tva_facturee_a_tort)', 1, 'b.period_start') }} AS tax_due_before_local,
    {{ stat_earlier('(b.ligne_08_tva_brute + b.tva_facturee_a_tort)', 12, 'b.period_start') }} AS tax_due_a_year_ago_local,
    {{ stat_year_to_date('(b.ligne_08_tva_brute + b.tva_facturee_a_tort)', stat_fiscal_year('b.period_start', 1), 'b.period_start') }} AS tax_due_ytd_local,
    b.documents,
    b.credit_notes,
    b.corrections_of_earlier_periods,
    b.corrections_net_local,
    b.documents_to_check,
    b.unexplained_tax_local,
    {{ stat_filing_due('b.period_start', 1, 23) }} AS due_on,
    CASE
        WHEN {{ stat_filing_due('b.period_start', 1, 23) }} <= {{ as_of() }} THEN 'filed'
        WHEN {{ to_date(date_add_months('b.period_start', 1)) }} <= {{ as_of() }} THEN 'to be filed'
        ELSE 'running'
    END AS return_status
FROM (
    SELECT
        p.period_start,
        -- VENTES ET PRESTATIONS IMPOSABLES
        {{ stat_box("n.tax_code = 'TN'", 'n.net_local', 'round') }} AS ligne_01_ventes,
        -- OPERATIONS EXONEREES
        {{ stat_box("n.tax_code = 'EXO'", 'n.net_local', 'round') }} AS ligne_04_exonerees,
        -- NON IMPOSABLES EN FRANCE
        {{ stat_box("n.tax_code = 'HORS'", 'n.net_local', 'round') }} AS ligne_05_hors_france,
        -- LE PRENEUR EST REDEVABLE
        {{ stat_box("n.tax_code = 'AUTO'", 'n.net_local', 'round') }} AS ligne_06_autoliquidation,
        -- TAUX NORMAL
        {{ stat_box("n.tax_code = 'TN'", 'n.tax_local', 'round') }} AS ligne_08_tva_brute,
        -- ART. 283-3: DUE PAR CELUI QUI LA FACTURE
        {{ stat_box("n.tax_code in ('EXO', 'AUTO')", 'n.tax_local') }} AS tva_facturee_a_tort,
        -- DECLAREE A MADRID
        {{ stat_box("n.tax_code = 'HORS'", 'n.tax_local') }} AS iva_espagne,
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
        WHERE k.month_start >= CAST('2021-01-01' AS DATE)
            AND k.month_start <= {{ as_of() }}
    ) p
    LEFT JOIN {{ ref('int_stat_fr_documents') }} n
        ON n.tax_month = p.period_start
        -- WHAT FALLS DUE AFTER THE CLOCK IS NOT DECLARED YET
        AND n.tax_point_on <= {{ as_of() }}
    GROUP BY p.period_start
) b
