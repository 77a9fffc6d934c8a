-- Customers by both versions, month by month, for all months and not only for those that v_customers takes from each, and why somebody is
-- in one and not in the other.
with v1 as (

    select
        cust_id,
        month_dt,
        subs,
        trial_subs,
        licences,
        seats,
        customer_kind
    from {{ ref('v_customers_v1') }}

),

v2 as (

    select
        cust_id,
        month_dt,
        subs,
        licences,
        seats,
        customer_kind
    from {{ ref('v_customers_v2') }}

),

paying as (

    select
        account_id,
        month_start,
        sum(mrr_usd) as mrr_usd
    from {{ ref('fct_account_mrr_monthly') }}
    group by account_id, month_start

),

matches as (

    select
        account_id_v2 as cust_id,
        max(case when comparison = 'found by the second rule' then 1 else 0 end) as is_found_later
    from {{ ref('brg_billing_customers_legacy') }}
    group by account_id_v2

),

joined as (

    select
        coalesce(v1.cust_id, v2.cust_id) as cust_id,
        coalesce(v1.month_dt, v2.month_dt) as month_dt,
        v1.cust_id is not null as is_in_v1,
        v2.cust_id is not null as is_in_v2,
        v1.customer_kind as kind_v1,
        v2.customer_kind as kind_v2,
        coalesce(v1.trial_subs, 0) as trial_subs,
        coalesce(v1.seats, 0) as seats_v1,
        coalesce(v2.seats, 0) as seats_v2
    from v1
    full join v2
        on v1.cust_id = v2.cust_id
        and v1.month_dt = v2.month_dt

)

select
    joined.cust_id as account_id,
    joined.month_dt as month,
    accounts.account_kind,
    accounts.region,
    accounts.size_class,
    joined.is_in_v1,
    joined.is_in_v2,
    paying.account_id is not null as is_in_new_layer,
    joined.kind_v1,
    joined.kind_v2,
    joined.seats_v1,
    joined.seats_v2,
    coalesce(paying.mrr_usd, 0) as mrr_usd,
    case
        when joined.is_in_v1 and joined.is_in_v2 and joined.kind_v1 = joined.kind_v2 then 'same'
        when joined.is_in_v1 and joined.is_in_v2 then 'another kind'
        when joined.is_in_v1 and accounts.account_kind = 'demo' then 'demo account'
        when joined.is_in_v1 and joined.trial_subs > 0 then 'trial'
        when joined.is_in_v2 and coalesce(matches.is_found_later, 0) = 1 then 'found by the second rule'
        when joined.is_in_v2 and joined.kind_v2 in ('server', 'both') then 'licence found later'
        else 'other'
    end as reason
from joined
inner join {{ ref('base_accounts') }} as accounts on joined.cust_id = accounts.cust_id
left join paying
    on joined.cust_id = paying.account_id
    and joined.month_dt = paying.month_start
left join matches on joined.cust_id = matches.cust_id
