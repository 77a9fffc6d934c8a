-- What was refused, and why: the networks' managers write to them with this.
select batch_id, rule, violations, lines, first_line
from quality.results
where status = 'fail'
order by batch_id, rule
