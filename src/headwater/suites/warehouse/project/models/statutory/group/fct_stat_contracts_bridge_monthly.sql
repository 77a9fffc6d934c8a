-- FROM THE CONTRACTS OF THE COMPANIES TO THOSE OF THE BOARD. THE BOARD COUNTS ALL THAT RECURS, EXCEPT OUR OWN AND TEST ACCOUNTS; EACH
-- COMPANY LEAVES OUT OR ADDS SOMETHING, AND THE AUDITOR OF THE GROUP WANTS TO SEE WHAT.
SELECT
    b.entity_code,
    b.month_start,
    b.group_contracts,
    b.closing_contracts,
    b.closing_contracts - b.group_contracts AS definition_difference,
    b.in_grace_contracts,
    b.past_due_contracts,
    b.own_contracts,
    b.single_seat_contracts,
    CASE
        WHEN b.closing_contracts = b.group_contracts THEN 'same'
        WHEN b.entity_code IN ('UK') THEN 'grace counts, past due does not'
        WHEN b.entity_code = 'CA' THEN 'only paid ones, our own as well'
        WHEN b.entity_code = 'FR' THEN 'past due subscriptions do not count'
        WHEN b.entity_code = 'IB' THEN 'single seats do not count'
        ELSE 'grace does not count'
    END AS reason,
    b.seats,
    b.arr_usd,
    {{ safe_divide('b.closing_contracts', 'b.group_contracts', 4) }} AS coverage
FROM (
    SELECT
        g.entity_code,
        g.month_start,
        g.group_contracts,
        g.closing_contracts,
        g.seats,
        g.arr_usd,
        COALESCE(m.in_grace_contracts, 0) AS in_grace_contracts,
        COALESCE(m.past_due_contracts, 0) AS past_due_contracts,
        COALESCE(m.own_contracts, 0) AS own_contracts,
        COALESCE(m.single_seat_contracts, 0) AS single_seat_contracts
    FROM (
        SELECT
            u.entity_code,
            u.month_start,
            SUM(u.group_contracts) AS group_contracts,
            SUM(u.closing_contracts) AS closing_contracts,
            SUM(u.seats) AS seats,
            SUM(u.arr_usd) AS arr_usd
        FROM {{ ref('int_stat_contracts_unioned') }} u
        GROUP BY u.entity_code, u.month_start
    ) g
    LEFT JOIN (
        SELECT
            c.entity_code,
            c.month_start,
            SUM(CASE WHEN c.is_in_grace THEN 1 ELSE 0 END) AS in_grace_contracts,
            SUM(CASE WHEN c.contract_status = 'past_due' THEN 1 ELSE 0 END) AS past_due_contracts,
            SUM(CASE WHEN c.is_internal OR c.is_test THEN 1 ELSE 0 END) AS own_contracts,
            SUM(CASE WHEN c.seats < 2 THEN 1 ELSE 0 END) AS single_seat_contracts
        FROM {{ ref('int_stat_contract_months') }} c
        GROUP BY c.entity_code, c.month_start
    ) m
        ON m.entity_code = g.entity_code
        AND m.month_start = g.month_start
) b
