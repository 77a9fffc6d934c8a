-- EMEA sheet, use. N. Byrne. As the Americas', except that servers whose customer is not known are left out: the works councils of two
-- countries did not want people counted by the place of a machine.
WITH cloud AS (
    SELECT
        u.month_dt AS month,
        {{ emea_group('a.country') }} AS country_group,
        COUNT(*) AS customers,
        SUM(u.people) AS people,
        SUM(u.person_days) AS person_days,
        SUM(u.actions) AS actions,
        SUM(u.runbooks) AS runbooks,
        SUM(CASE WHEN u.days_used >= 15 THEN 1 ELSE 0 END) AS daily_customers
    FROM {{ ref('v_usage') }} u
    INNER JOIN {{ ref('base_accounts') }} a ON a.cust_id = u.cust_id
    WHERE a.region = 'EMEA'
      AND a.account_kind = 'customer'
    GROUP BY
        u.month_dt,
        {{ emea_group('a.country') }}
),

servers AS (
    SELECT
        {{ legacy_month('s.ping_dt') }} AS month,
        {{ emea_group('a.country') }} AS country_group,
        s.server_id,
        MAX(COALESCE(s.people, 0)) AS peak_people,
        COUNT(*) AS days_seen
    FROM {{ ref('base_server_days') }} s
    INNER JOIN {{ ref('base_accounts') }} a ON a.cust_id = s.cust_id
    WHERE a.region = 'EMEA'
      AND a.account_kind = 'customer'
    GROUP BY
        {{ legacy_month('s.ping_dt') }},
        {{ emea_group('a.country') }},
        s.server_id
),

server_months AS (
    SELECT
        month,
        country_group,
        COUNT(*) AS servers,
        SUM(peak_people) AS server_people,
        SUM(days_seen) AS server_days
    FROM servers
    GROUP BY
        month,
        country_group
)

SELECT
    COALESCE(c.month, s.month) AS month,
    COALESCE(c.country_group, s.country_group) AS country_group,
    COALESCE(c.customers, 0) AS cloud_customers,
    COALESCE(c.daily_customers, 0) AS daily_customers,
    COALESCE(c.people, 0) AS cloud_people,
    COALESCE(c.person_days, 0) AS person_days,
    COALESCE(c.actions, 0) AS actions,
    COALESCE(c.runbooks, 0) AS runbooks,
    COALESCE(s.servers, 0) AS servers,
    COALESCE(s.server_people, 0) AS server_people,
    COALESCE(s.server_days, 0) AS server_days,
    COALESCE(c.people, 0) + COALESCE(s.server_people, 0) AS people
FROM cloud c
FULL JOIN server_months s
    ON s.month = c.month
    AND s.country_group = c.country_group
