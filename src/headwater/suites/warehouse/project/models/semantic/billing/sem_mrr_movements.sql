with movements as (
    select * from {{ ref('reg_movements') }}
),

accounts as (
    select * from {{ ref('dim_accounts') }}
)

select
    movements.mrr_movement_id,
    movements.account_id,
    accounts.account_name,
    movements.segment,
    movements.region,
    accounts.industry,
    movements.month_start,
    {{ fiscal_quarter('movements.month_start') }} as fiscal_quarter,
    movements.movement_type,
    movements.mrr_change_usd,
    {{ annualise('movements.mrr_change_usd') }} as arr_change_usd,
    movements.seats_change
from movements
inner join accounts
    on movements.account_id = accounts.account_id
