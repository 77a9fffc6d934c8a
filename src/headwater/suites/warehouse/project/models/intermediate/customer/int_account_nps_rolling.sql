-- Mean score of an account's users over the last twelve months, where at least one answered.
select
    months.account_id,
    months.month_start,
    count(*) as responses,
    round(avg(responses.nps_score), 4) as average_score
from {{ ref('int_account_months') }} as months
inner join {{ ref('fct_nps') }} as responses
    on months.account_id = responses.account_id
    and responses.responded_month <= months.month_start
    and responses.responded_month > {{ date_add_months('months.month_start', -12) }}
group by months.account_id, months.month_start
