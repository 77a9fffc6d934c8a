-- LATIN AMERICA HAS NO LOCAL DEFINITION (MEMO 2022-01, PARAGRAPH 9): ITS CONTRACTS COUNT AS THE PARENT'S WOULD.
{{ stat_union('fct_stat_', '_contracts_monthly',
    ['us', 'ca', 'uk', 'de', 'fr', 'bx', 'ib', 'nd', 'jp', 'in', 'ap'],
    ['month_start', 'contract_kind', 'segment', 'opening_contracts', 'new_contracts', 'returned_contracts', 'lapsed_contracts',
     'closing_contracts', 'seats', 'arr_usd', 'group_contracts']) }}

    UNION ALL

    SELECT
        'LA' AS entity_code,
        c.month_start,
        c.contract_kind,
        c.segment,
        0 AS opening_contracts,
        0 AS new_contracts,
        0 AS returned_contracts,
        0 AS lapsed_contracts,
        {{ count_where('not c.is_in_grace') }} AS closing_contracts,
        {{ sum_where('not c.is_in_grace', 'c.seats') }} AS seats,
        {{ sum_where('not c.is_in_grace', 'c.arr_usd') }} AS arr_usd,
        COUNT(*) AS group_contracts
    FROM {{ ref('int_stat_contract_months') }} c
    WHERE c.entity_code = 'LA'
        AND NOT c.is_internal
        AND NOT c.is_test
    GROUP BY c.month_start, c.contract_kind, c.segment
