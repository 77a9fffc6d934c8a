-- key audit by finding and sku, for the licence desk; seats of the licences concerned
select
    finding,
    coalesce(sku, 'none') as sku,
    count(*) as keys,
    count(distinct account_id) as accounts,
    sum(servers) as servers,
    sum(current_servers) as current_servers,
    sum(coalesce(seats, 0)) as seats,
    sum(overlapping_pairs) as overlapping_pairs,
    max(days_used_past_expiry) as most_days_past_expiry,
    {{ median('days_from_start_to_use') }} as median_days_to_use
from {{ ref('fct_plt_key_audit') }}
group by 1, 2
