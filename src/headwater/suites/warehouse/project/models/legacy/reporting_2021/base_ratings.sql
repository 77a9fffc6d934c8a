-- IC 2021-09-02: THE LAST ANSWER OF A TICKET. 'offered' IS NO ANSWER.
SELECT Z.ticket_id
     , Z.score
     , Z.rated_at
     , CAST(Z.rated_at AS DATE)                                         AS rated_dt
     , {{ legacy_month('Z.rated_at') }}                                 AS rated_month
     , CASE Z.score WHEN 'good' THEN 1 ELSE 0 END                       AS is_good
  FROM (
        SELECT R.*
             , ROW_NUMBER() OVER (PARTITION BY R.ticket_id ORDER BY R.rated_at DESC, R.rating_id DESC) AS rn
          FROM {{ ref('stg_support__satisfaction_ratings') }} R
         WHERE R.score IN ('good', 'bad')
       ) Z
 WHERE Z.rn = 1
