with moved as (
    select
        account_id,
        sum(mrr_change_usd) as mrr_usd
    from {{ ref('fct_mrr_movements') }}
    group by account_id
),

now_paying as (
    select
        account_id,
        sum(mrr_usd) as mrr_usd
    from {{ ref('fct_account_mrr_monthly') }}
    where month_start = {{ month_start(as_of()) }}
    group by account_id
)

select
    moved.account_id,
    moved.mrr_usd as moved_usd,
    now_paying.mrr_usd as paying_usd
from moved
full join now_paying
    on moved.account_id = now_paying.account_id
where moved.account_id is null
    or abs(moved.mrr_usd - coalesce(now_paying.mrr_usd, 0)) > 0.001
