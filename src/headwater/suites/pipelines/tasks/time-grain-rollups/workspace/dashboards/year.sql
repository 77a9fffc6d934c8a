select counter_id, sum(bikes) as total, argMax(peak_day, bikes) as best_day
from rollups.monthly
where month >= '2025-01-01' and month < '2026-01-01'
group by counter_id
order by counter_id
