-- The pattern of a kind of invoice adds up to what was paid of it.
select invoice_kind, sum(paid_share) as shares, max(paid_so_far_usd) as paid_usd, max(billed_usd) as billed_usd
from {{ ref('int_plan_collection_pattern') }}
group by invoice_kind
having sum(paid_share) > 1.0001
    or abs(max(paid_so_far_usd) - sum(paid_usd)) > 0.01
