-- MOORING B.V.: AANGIFTE OMZETBELASTING.
-- ONE ROW FOR EACH PERIOD SINCE THE COMPANY BEGAN, ALSO WHERE NOTHING WAS SOLD: A RETURN OF ZERO MUST BE FILED AS WELL.
SELECT
    b.period_start,
    {{ to_date(date_add_days(date_add_months('b.period_start', 3), -1)) }} AS period_end,
    {{ stat_fiscal_year('b.period_start', 2) }} AS local_year,
    b.rubriek_1a_omzet,
    b.rubriek_1a_btw,
    b.rubriek_1e_vrijgesteld,
    b.rubriek_2a_verlegd,
    b.rubriek_3_buitenland,
    b.btw_buitenland,
    b.btw_ten_onrechte,
    b.rubriek_1a_btw + b.btw_ten_onrechte AS tax_due_local,
    {{ stat_earlier('(b.rubriek_1a_btw + b.btw_ten_onrechte)', 1, 'b.period_start') }} AS tax_due_before_local,
    {{ stat_earlier('(b.rubriek_1a_btw + b.btw_ten_onrechte)', 4, 'b.period_start') }} AS tax_due_a_year_ago_local,
    {{ stat_year_to_date('(b.rubriek_1a_btw + b.btw_ten_onrechte)', stat_fiscal_year('b.period_start', 2), 'b.period_start') }} AS tax_due_ytd_local,
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
        -- HOOG TARIEF
        {{ stat_box("n.tax_code = 'HOOG'", 'n.net_local', 'round') }} AS rubriek_1a_omzet,
        -- NAAR BENEDEN AFGEROND, ZOALS TOEGESTAAN
        {{ stat_box("n.tax_code = 'HOOG'", 'n.tax_local', 'truncate') }} AS rubriek_1a_btw,
        -- 0 % OF NIET BIJ U BELAST
        {{ stat_box("n.tax_code = 'VRIJ'", 'n.net_local', 'round') }} AS rubriek_1e_vrijgesteld,
        -- VERLEGD NAAR DE AFNEMER
        {{ stat_box("n.tax_code = 'VERL'", 'n.net_local', 'round') }} AS rubriek_2a_verlegd,
        -- LEVERINGEN NAAR HET BUITENLAND
        {{ stat_box("n.tax_code = 'BUI'", 'n.net_local', 'round') }} AS rubriek_3_buitenland,
        -- ZURICH, STOCKHOLM: AANGIFTE DAAR
        {{ stat_box("n.tax_code = 'BUI'", 'n.tax_local') }} AS btw_buitenland,
        -- ARTIKEL 37
        {{ stat_box("n.tax_code in ('VRIJ', 'VERL')", 'n.tax_local') }} AS btw_ten_onrechte,
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
    LEFT JOIN {{ ref('int_stat_bx_documents') }} n
        ON n.tax_point_on >= p.period_start
        AND n.tax_point_on < {{ to_date(date_add_months('p.period_start', 3)) }}
    GROUP BY p.period_start
) b
