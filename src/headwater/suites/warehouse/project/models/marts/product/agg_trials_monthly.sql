-- Trials by the month in which they began. The conversion rate leaves out those that still run.
select
    month_start,
    fiscal_quarter,
    segment,
    count(*) as trials,
    {{ count_where("outcome = 'converted'") }} as converted,
    {{ count_where("outcome = 'expired'") }} as expired,
    {{ count_where("outcome = 'canceled'") }} as canceled,
    {{ count_where("outcome = 'abandoned'") }} as abandoned,
    {{ count_where("outcome = 'running'") }} as running,
    {{ count_where('was_activated') }} as activated,
    {{ count_where("was_activated and outcome = 'converted'") }} as activated_converted
from {{ ref('fct_workspace_trials') }}
group by month_start, fiscal_quarter, segment
