-- APAC sheet, use. K. Tanaka. As the Americas', with trials of the month next to it (the partner programme wants to see that trials are
-- used), and with people of servers as the average of the days instead of the peak: Japanese customers switch servers off at night and
-- on again for everybody at once.
WITH cloud AS (
    SELECT
        u.month_dt AS month,
        {{ apac_group('a.country') }} AS country_group,
        COUNT(*) AS customers,
        SUM(u.people) AS people,
        SUM(u.person_days) AS person_days,
        SUM(u.actions) AS actions,
        SUM(u.runbooks) AS runbooks,
        SUM(CASE WHEN u.days_used >= 15 THEN 1 ELSE 0 END) AS daily_customers
    FROM {{ ref('v_usage') }} u
    INNER JOIN {{ ref('base_accounts') }} a ON a.cust_id = u.cust_id
    WHERE a.region = 'APAC'
      AND a.account_kind = 'customer'
    GROUP BY
        u.month_dt,
        {{ apac_group('a.country') }}
),

trials AS (
    SELECT
        p.month,
        {{ apac_group('a.country') }} AS country_group,
        COUNT(*) AS trials,
        SUM(CASE WHEN t.days_active > 0 THEN 1 ELSE 0 END) AS trials_used
    FROM {{ ref('gr_plan_months') }} p
    INNER JOIN {{ ref('base_accounts') }} a ON a.cust_id = p.account_id
    LEFT JOIN {{ ref('tmp_usage_months') }} t
        ON t.ws_id = p.workspace_id
        AND t.month_dt = p.month
    WHERE p.is_trial
      AND a.region = 'APAC'
      AND a.account_kind = 'customer'
    GROUP BY
        p.month,
        {{ apac_group('a.country') }}
),

servers AS (
    SELECT
        {{ legacy_month('s.ping_dt') }} AS month,
        {{ apac_group('COALESCE(a.country, s.country)') }} AS country_group,
        s.server_id,
        SUM(COALESCE(s.people, 0)) AS people_of_days,
        COUNT(*) AS days_seen
    FROM {{ ref('base_server_days') }} s
    LEFT JOIN {{ ref('base_accounts') }} a ON a.cust_id = s.cust_id
    WHERE COALESCE(a.region, s.region) = 'APAC'
      AND COALESCE(a.account_kind, 'customer') = 'customer'
    GROUP BY
        {{ legacy_month('s.ping_dt') }},
        {{ apac_group('COALESCE(a.country, s.country)') }},
        s.server_id
),

server_months AS (
    SELECT
        month,
        country_group,
        COUNT(*) AS servers,
        SUM(CAST(FLOOR(people_of_days / CAST(days_seen AS DOUBLE PRECISION)) AS INTEGER)) AS server_people,
        SUM(days_seen) AS server_days
    FROM servers
    GROUP BY
        month,
        country_group
),

keys AS (
    SELECT month, country_group FROM cloud
    UNION
    SELECT month, country_group FROM trials
    UNION
    SELECT month, country_group FROM server_months
)

SELECT
    k.month,
    {{ japan_fiscal_year('k.month') }} AS japan_year,
    k.country_group,
    COALESCE(c.customers, 0) AS cloud_customers,
    COALESCE(c.daily_customers, 0) AS daily_customers,
    COALESCE(c.people, 0) AS cloud_people,
    COALESCE(c.person_days, 0) AS person_days,
    COALESCE(c.actions, 0) AS actions,
    COALESCE(c.runbooks, 0) AS runbooks,
    COALESCE(t.trials, 0) AS trials,
    COALESCE(t.trials_used, 0) AS trials_used,
    COALESCE(s.servers, 0) AS servers,
    COALESCE(s.server_people, 0) AS server_people,
    COALESCE(s.server_days, 0) AS server_days,
    COALESCE(c.people, 0) + COALESCE(s.server_people, 0) AS people
FROM keys k
LEFT JOIN cloud c ON c.month = k.month AND c.country_group = k.country_group
LEFT JOIN trials t ON t.month = k.month AND t.country_group = k.country_group
LEFT JOIN server_months s ON s.month = k.month AND s.country_group = k.country_group
