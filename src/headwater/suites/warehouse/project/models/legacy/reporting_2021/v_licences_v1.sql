{{ config(materialized='table') }}

-- IC 2021-06-16: LICENCES BY MONTH AND EDITION: RUNNING, NEW, ENDED. A LICENCE THAT WAS REPLACED COUNTS AS ENDED AND THE ONE THAT
-- REPLACES IT AS NEW, WHICH IS WHY SALES DOES NOT LIKE THIS PAGE.
SELECT C.month_dt
     , E.edition
     , COALESCE(R.licences, 0)                                          AS licences
     , COALESCE(R.seats, 0)                                             AS seats
     , COALESCE(N.licences_new, 0)                                      AS licences_new
     , COALESCE(N.seats_new, 0)                                         AS seats_new
     , COALESCE(D.licences_ended, 0)                                    AS licences_ended
     , COALESCE(D.seats_ended, 0)                                       AS seats_ended
     , COALESCE(D.revoked, 0)                                           AS licences_revoked
  FROM {{ ref('base_calendar') }} C
 CROSS JOIN (
        SELECT DISTINCT edition
          FROM {{ ref('base_licences') }}
       ) E
  LEFT JOIN (
        SELECT X.month_dt
             , L.edition
             , COUNT(*)                                                 AS licences
             , SUM(L.seats)                                             AS seats
          FROM {{ ref('base_licences') }} L
         INNER JOIN {{ ref('base_calendar') }} X
            ON X.month_end_dt BETWEEN L.start_dt AND L.last_dt
         GROUP BY X.month_dt
             , L.edition
       ) R
    ON R.month_dt = C.month_dt
   AND R.edition = E.edition
  LEFT JOIN (
        SELECT {{ legacy_month('start_dt') }}                           AS month_dt
             , edition
             , COUNT(*)                                                 AS licences_new
             , SUM(seats)                                               AS seats_new
          FROM {{ ref('base_licences') }}
         GROUP BY {{ legacy_month('start_dt') }}
             , edition
       ) N
    ON N.month_dt = C.month_dt
   AND N.edition = E.edition
  LEFT JOIN (
        SELECT {{ legacy_month('last_dt') }}                            AS month_dt
             , edition
             , COUNT(*)                                                 AS licences_ended
             , SUM(seats)                                               AS seats_ended
             , SUM(CASE WHEN revoked_dt IS NOT NULL THEN 1 ELSE 0 END)   AS revoked
          FROM {{ ref('base_licences') }}
         GROUP BY {{ legacy_month('last_dt') }}
             , edition
       ) D
    ON D.month_dt = C.month_dt
   AND D.edition = E.edition
