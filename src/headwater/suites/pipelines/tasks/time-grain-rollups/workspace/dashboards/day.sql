-- The page of a counter's day, here counter 2.
select hour, bikes, temperature
from rollups.hourly
where counter_id = 2 and hour >= '2025-04-02 22:00:00' and hour < '2025-04-03 22:00:00'
order by hour
