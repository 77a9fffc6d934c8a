with late as (
    select
        account_id,
        due_on,
        {{ to_date(date_add_days('due_on', 31)) }} as judged_until
    from {{ ref('fct_renewals') }}
    where term_type = 'license'
        and outcome = 'late'
),

churned as (
    select
        account_id,
        month_start,
        {{ month_end('month_start') }} as churned_on
    from {{ ref('fct_mrr_movements') }}
    where movement_type = 'churn'
)

select
    late.account_id,
    late.due_on,
    churned.month_start
from late
inner join churned
    on late.account_id = churned.account_id
    and churned.churned_on > late.due_on
    and churned.churned_on <= late.judged_until
