-- MOORING GMBH: UMSATZSTEUER-VORANMELDUNG.
-- ONE ROW FOR EACH PERIOD SINCE THE COMPANY BEGAN, ALSO WHERE NOTHING WAS SOLD: A RETURN OF ZERO MUST BE FILED AS WELL.
-- THE PERIOD IS THAT OF THE TAX POINT (int_stat_de_documents), NOT OF THE DOCUMENT.
SELECT
    b.period_start,
    {{ to_date(date_add_days(date_add_months('b.period_start', 1), -1)) }} AS period_end,
    {{ stat_fiscal_year('b.period_start', 1) }} AS local_year,
    b.kz_81_umsatz_19,
    b.kz_81_steuer,
    b.kz_60_reverse_charge,
    b.kz_48_steuerfrei,
    b.kz_45_nicht_steuerbar,
    b.kz_69_unberechtigt,
    b.steuer_schweiz,
    b.kz_81_steuer + b.kz_69_unberechtigt AS tax_due_local,
    {{ stat_earlier('(b.kz_81_steuer + b.kz_69_unberechtigt)', 1, 'b.period_start') }} AS tax_due_before_local,
    {{ stat_earlier('(b.kz_81_steuer + b.kz_69_unberechtigt)', 12, 'b.period_start') }} AS tax_due_a_year_ago_local,
    {{ stat_year_to_date('(b.kz_81_steuer + b.kz_69_unberechtigt)', stat_fiscal_year('b.period_start', 1), 'b.period_start') }} AS tax_due_ytd_local,
    b.documents,
    b.credit_notes,
    b.corrections_of_earlier_periods,
    b.corrections_net_local,
    b.documents_to_check,
    b.unexplained_tax_local,
    {{ stat_filing_due('b.period_start', 2, 9) }} AS due_on,
    CASE
        WHEN {{ stat_filing_due('b.period_start', 2, 9) }} <= {{ as_of() }} THEN 'filed'
        WHEN {{ to_date(date_add_months('b.period_start', 1)) }} <= {{ as_of() }} THEN 'to be filed'
        ELSE 'running'
    END AS return_status
FROM (
    SELECT
        p.period_start,
        -- BEMESSUNGSGRUNDLAGE OHNE CENT
        {{ stat_box("n.tax_code = 'DE19'", 'n.net_local', 'truncate') }} AS kz_81_umsatz_19,
        -- STEUER ZU KZ 81
        {{ stat_box("n.tax_code = 'DE19'", 'n.tax_local') }} AS kz_81_steuer,
        -- STEUERSCHULDNER IST DER KUNDE
        {{ stat_box("n.tax_code = '13B'", 'n.net_local', 'truncate') }} AS kz_60_reverse_charge,
        -- OHNE VORSTEUERABZUG
        {{ stat_box("n.tax_code = 'FREI'", 'n.net_local', 'truncate') }} AS kz_48_steuerfrei,
        -- LEISTUNGSORT IM AUSLAND
        {{ stat_box("n.tax_code in ('CH', 'AT')", 'n.net_local', 'truncate') }} AS kz_45_nicht_steuerbar,
        -- § 14C: ZU HOCH AUSGEWIESEN, BIS ZUR BERICHTIGUNG
        {{ stat_box("n.tax_code in ('13B', 'FREI', 'AT')", 'n.tax_local') }} AS kz_69_unberechtigt,
        -- WIRD IN BERN ERKLAERT, NICHT HIER
        {{ stat_box("n.tax_code = 'CH'", 'n.tax_local') }} AS steuer_schweiz,
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
            AND NOT k.is_future
    ) p
    LEFT JOIN {{ ref('int_stat_de_documents') }} n
        ON n.tax_month = p.period_start
        -- WHAT FALLS DUE AFTER THE CLOCK IS NOT DECLARED YET
        AND n.tax_point_on <= {{ as_of() }}
    GROUP BY p.period_start
) b
