-- The batches that the loader takes.
select batch_id
from quality.results
group by batch_id
having count() = 6 and countIf(status = 'fail') = 0
order by batch_id
