-- Register of movements of recurring revenue. Not those of the page (v_mrr_moves), which restate February 2023. (docs/legacy/registers.md)
select
    mrr_movement_id,
    account_id,
    month_start,
    movement_type,
    segment,
    region,
    first_month,
    previous_mrr_usd,
    mrr_usd,
    mrr_change_usd,
    seats_change
from {{ ref('fct_mrr_movements') }}
