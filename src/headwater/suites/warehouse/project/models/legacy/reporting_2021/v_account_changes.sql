{{ config(
    materialized='incremental',
    event_time='month_dt',
    unique_key='month_dt',
    incremental_strategy='delete+insert'
) }}

-- IC 2021-12-14: WHAT CHANGED ABOUT ACCOUNTS, BY MONTH. A CHANGE IS COUNTED IN EACH COLUMN THAT DIFFERS FROM THE VERSION BEFORE.
-- WHO GREW FROM 'small' TO 'large' IS OF INTEREST TO SALES; THE REST IS FOR THE CURIOUS.
SELECT V.month_dt
     , COUNT(*)                                                         AS changes
     , COUNT(DISTINCT V.cust_id)                                        AS accounts
     , SUM(CASE WHEN V.operation = 'insert' THEN 1 ELSE 0 END)           AS created
     , SUM(CASE WHEN V.operation = 'delete' THEN 1 ELSE 0 END)           AS deleted
     , SUM(CASE WHEN V.operation = 'update' AND V.cust_name <> V.name_before THEN 1 ELSE 0 END) AS renamed
     , SUM(CASE WHEN V.operation = 'update' AND V.owner_id <> V.owner_before THEN 1 ELSE 0 END) AS new_owner
     , SUM(CASE WHEN V.operation = 'update' AND V.industry <> V.industry_before THEN 1 ELSE 0 END) AS new_industry
     , SUM(CASE WHEN V.operation = 'update' AND V.country <> V.country_before THEN 1 ELSE 0 END) AS moved
     , SUM(CASE WHEN V.operation = 'update' AND V.size_class <> V.size_before THEN 1 ELSE 0 END) AS new_size_class
     , SUM(CASE WHEN V.operation = 'update' AND V.size_before = 'small' AND V.size_class IN ('large', 'key account') THEN 1 ELSE 0 END) AS grown_up
     , SUM(CASE WHEN V.operation = 'update' AND V.size_before IN ('large', 'key account') AND V.size_class = 'small' THEN 1 ELSE 0 END) AS shrunk
  FROM (
        SELECT Z.*
             , LAG(Z.cust_name) OVER (PARTITION BY Z.cust_id ORDER BY Z.changed_at, Z.change_id) AS name_before
             , LAG(Z.owner_id) OVER (PARTITION BY Z.cust_id ORDER BY Z.changed_at, Z.change_id)  AS owner_before
             , LAG(Z.industry) OVER (PARTITION BY Z.cust_id ORDER BY Z.changed_at, Z.change_id)  AS industry_before
             , LAG(Z.country) OVER (PARTITION BY Z.cust_id ORDER BY Z.changed_at, Z.change_id)   AS country_before
             , LAG(Z.size_class) OVER (PARTITION BY Z.cust_id ORDER BY Z.changed_at, Z.change_id) AS size_before
          FROM (
                SELECT C.account_change_id                              AS change_id
                     , C.account_id                                     AS cust_id
                     , C.operation
                     , C.changed_at
                     , {{ legacy_month('C.changed_at') }}               AS month_dt
                     , C.account_name                                   AS cust_name
                     , COALESCE(C.owner_user_id, '-')                   AS owner_id
                     , COALESCE(C.industry, 'Unknown')                  AS industry
                     , COALESCE(C.country_code, '-')                    AS country
                     , {{ legacy_size_class('C.employee_band') }}       AS size_class
                  FROM {{ ref('stg_app__account_changes') }} C
                 INNER JOIN {{ ref('base_accounts') }} A
                    ON A.cust_id = C.account_id
                 WHERE A.account_kind = 'customer'
               ) Z
       ) V
{%- if is_incremental() %}
 WHERE V.month_dt >= {{ to_date(date_add_months(month_start(as_of()), -1)) }}
{%- endif %}
 GROUP BY V.month_dt
