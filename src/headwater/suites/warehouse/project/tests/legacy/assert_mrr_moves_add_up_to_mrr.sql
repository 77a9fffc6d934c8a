-- All that ever changed is what is paid now.
with moves as (

    select
        cust_id,
        sum(change_usd) as moved_usd
    from {{ ref('v_mrr_moves') }}
    group by cust_id

),

now_paid as (

    select
        cust_id,
        mrr_usd
    from {{ ref('v_mrr') }}
    where month_dt = {{ month_start(as_of()) }}

)

select
    moves.cust_id,
    moves.moved_usd,
    now_paid.mrr_usd
from moves
left join now_paid on moves.cust_id = now_paid.cust_id
where abs(moves.moved_usd - coalesce(now_paid.mrr_usd, 0)) > 0.01
