{{ config(
    materialized='incremental',
    event_time='month_dt',
    unique_key=['ws_id', 'month_dt'],
    incremental_strategy='delete+insert'
) }}

-- IC 2021-08-02: MEMBERS OF A WORKSPACE AT THE END OF EACH MONTH, BY ROLE, AND WHO CAME AND WENT. BOTS AND STAFF ARE MEMBERS, TOO:
-- THEY TAKE A SEAT. (PRODUCT'S OWN TABLE LEAVES THEM OUT.)
SELECT Y.ws_id
     , Y.cust_id
     , Y.month_dt
     , Y.members
     , Y.owners
     , Y.admins
     , Y.guests
     , Y.bots
     , Y.staff
     , Y.joined
     , Y.members + Y.guests                                             AS everybody
  FROM (
        SELECT W.ws_id
             , W.cust_id
             , C.month_dt
             , SUM(CASE WHEN P.role <> 'guest' THEN 1 ELSE 0 END)        AS members
             , SUM(CASE WHEN P.role = 'owner' THEN 1 ELSE 0 END)         AS owners
             , SUM(CASE WHEN P.role = 'admin' THEN 1 ELSE 0 END)         AS admins
             , SUM(CASE WHEN P.role = 'guest' THEN 1 ELSE 0 END)         AS guests
             , SUM(CASE WHEN U.user_kind = 'bot' THEN 1 ELSE 0 END)      AS bots
             , SUM(CASE WHEN U.user_kind = 'staff' THEN 1 ELSE 0 END)    AS staff
             , SUM(CASE WHEN {{ legacy_month('P.joined_at') }} = C.month_dt THEN 1 ELSE 0 END) AS joined
          FROM {{ ref('base_workspaces') }} W
         INNER JOIN {{ ref('stg_app__memberships') }} P
            ON P.workspace_id = W.ws_id
           AND P.joined_at IS NOT NULL
         INNER JOIN {{ ref('base_users') }} U
            ON U.user_id = P.user_id
         INNER JOIN {{ ref('base_calendar') }} C
            ON P.joined_at < CAST(C.next_month_dt AS TIMESTAMP)
           AND {{ legacy_open_end('P.removed_at') }} >= CAST(C.next_month_dt AS TIMESTAMP)
           AND {{ legacy_open_end('W.deleted_at') }} >= CAST(C.next_month_dt AS TIMESTAMP)
       {%- if is_incremental() %}
         WHERE C.month_dt >= {{ to_date(date_add_months(month_start(as_of()), -1)) }}
       {%- endif %}
         GROUP BY W.ws_id
             , W.cust_id
             , C.month_dt
       ) Y
