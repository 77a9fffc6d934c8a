-- Weeks of all counters.
select counter_id, toMonday(day) as week, sum(bikes) as bikes, max(peak_hour_bikes) as peak,
       sum(temperature * readings) / sum(readings) as temperature
from rollups.daily
group by counter_id, week
order by counter_id, week
