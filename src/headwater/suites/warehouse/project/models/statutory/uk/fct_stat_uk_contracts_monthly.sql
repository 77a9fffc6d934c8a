-- MOORING UK LTD: ACTIVE CONTRACTS BY MONTH, BY THE LOCAL DEFINITION.
-- FRS 102, 23.14: A CONTRACT IN ITS GRACE PERIOD IS STILL PERFORMED. ONE THAT IS PAST DUE IS NOT PROBABLE ENOUGH.
SELECT
    v.month_start,
    {{ stat_period_label('v.month_start', 4) }} AS local_period,
    v.contract_kind,
    v.segment,
    v.opening_contracts,
    v.new_contracts,
    v.returned_contracts,
    v.lapsed_contracts,
    v.opening_contracts + v.new_contracts + v.returned_contracts - v.lapsed_contracts AS closing_contracts,
    v.seats,
    v.arr_usd,
    v.group_contracts,
    v.opening_contracts + v.new_contracts + v.returned_contracts - v.lapsed_contracts - v.group_contracts AS definition_difference
FROM (
    SELECT
        w.month_start,
        w.contract_kind,
        w.segment,
        SUM(w.is_opening) AS opening_contracts,
        SUM(w.is_new) AS new_contracts,
        SUM(w.is_returned) AS returned_contracts,
        SUM(w.is_lapsed) AS lapsed_contracts,
        SUM(w.seats) AS seats,
        SUM(w.arr_usd) AS arr_usd,
        SUM(w.is_in_group) AS group_contracts
    FROM (
        -- WHAT RUNS AT THE MONTH'S END
        SELECT
            c.month_start,
            c.contract_kind,
            c.segment,
            CASE WHEN p.contract_id IS NOT NULL THEN 1 ELSE 0 END AS is_opening,
            CASE WHEN p.contract_id IS NULL AND c.month_start = s.first_month THEN 1 ELSE 0 END AS is_new,
            CASE WHEN p.contract_id IS NULL AND c.month_start > s.first_month THEN 1 ELSE 0 END AS is_returned,
            0 AS is_lapsed,
            c.seats,
            c.arr_usd,
            0 AS is_in_group
        FROM {{ ref('int_stat_contract_months') }} c
        INNER JOIN (
            SELECT
                c.contract_id,
                MIN(c.month_start) AS first_month
            FROM {{ ref('int_stat_contract_months') }} c
            WHERE c.entity_code = 'UK'
                AND c.is_internal = FALSE AND c.is_test = FALSE AND c.contract_status <> 'past_due'
            GROUP BY c.contract_id
        ) s
            ON s.contract_id = c.contract_id
        LEFT JOIN (
            SELECT
                c.contract_id,
                {{ next_month_start('c.month_start') }} AS next_month
            FROM {{ ref('int_stat_contract_months') }} c
            WHERE c.entity_code = 'UK'
                AND c.is_internal = FALSE AND c.is_test = FALSE AND c.contract_status <> 'past_due'
        ) p
            ON p.contract_id = c.contract_id
            AND p.next_month = c.month_start
        WHERE c.entity_code = 'UK'
            AND c.is_internal = FALSE AND c.is_test = FALSE AND c.contract_status <> 'past_due'

        UNION ALL

        -- WHAT RAN AT THE END OF THE MONTH BEFORE AND NO LONGER DOES
        SELECT
            {{ next_month_start('c.month_start') }} AS month_start,
            c.contract_kind,
            c.segment,
            1 AS is_opening,
            0 AS is_new,
            0 AS is_returned,
            1 AS is_lapsed,
            0 AS seats,
            {{ money('0') }} AS arr_usd,
            0 AS is_in_group
        FROM {{ ref('int_stat_contract_months') }} c
        WHERE c.entity_code = 'UK'
            AND c.is_internal = FALSE AND c.is_test = FALSE AND c.contract_status <> 'past_due'
            AND {{ next_month_start('c.month_start') }} <= {{ as_of() }}
            AND NOT EXISTS (
                SELECT 1
                FROM {{ ref('int_stat_contract_months') }} n
                WHERE n.contract_id = c.contract_id
                    AND n.month_start = {{ next_month_start('c.month_start') }}
                    AND n.entity_code = 'UK'
                    AND n.is_internal = FALSE AND n.is_test = FALSE AND n.contract_status <> 'past_due'
            )

        UNION ALL

        -- THE GROUP'S DEFINITION, FOR THE BRIDGE TO THE BOARD'S FIGURES: ALL THAT RECURS, EXCEPT OUR OWN AND TEST ACCOUNTS
        SELECT
            c.month_start,
            c.contract_kind,
            c.segment,
            0 AS is_opening,
            0 AS is_new,
            0 AS is_returned,
            0 AS is_lapsed,
            0 AS seats,
            {{ money('0') }} AS arr_usd,
            1 AS is_in_group
        FROM {{ ref('int_stat_contract_months') }} c
        WHERE c.entity_code = 'UK'
            AND NOT c.is_internal
            AND NOT c.is_test
    ) w
    GROUP BY w.month_start, w.contract_kind, w.segment
) v
