-- Both versions of recurring revenue side by side, for every month and not only for those that v_mrr takes from each, with the part of
-- the difference that is the exchange rate: what v2's contracts would be at v1's rate is estimated with the dollar's own customers
-- left as they are.
with v1 as (

    select
        cust_id,
        month_dt,
        mrr_usd,
        cloud_mrr_usd,
        addon_mrr_usd,
        server_mrr_usd,
        seats,
        contracts
    from {{ ref('v_mrr_v1') }}

),

v2 as (

    select
        cust_id,
        month_dt,
        mrr_usd,
        cloud_mrr_usd,
        addon_mrr_usd,
        server_mrr_usd,
        seats,
        contracts
    from {{ ref('v_mrr_v2') }}

),

currencies as (

    select
        cust_id,
        min(currency) as currency
    from {{ ref('base_billing_customers_v2') }}
    where cust_id <> '(unknown)'
    group by cust_id

),

rates as (

    select
        months.month_dt,
        months.currency,
        months.average_rate,
        constants.usd_per_unit as constant_rate
    from {{ ref('base_rates_month') }} as months
    inner join {{ ref('constant_fx_rates') }} as constants on months.currency = constants.currency

),

joined as (

    select
        coalesce(v1.cust_id, v2.cust_id) as cust_id,
        coalesce(v1.month_dt, v2.month_dt) as month_dt,
        coalesce(v1.mrr_usd, 0) as v1_mrr_usd,
        coalesce(v2.mrr_usd, 0) as v2_mrr_usd,
        coalesce(v1.cloud_mrr_usd, 0) as v1_cloud_mrr_usd,
        coalesce(v2.cloud_mrr_usd, 0) as v2_cloud_mrr_usd,
        coalesce(v1.server_mrr_usd, 0) as v1_server_mrr_usd,
        coalesce(v2.server_mrr_usd, 0) as v2_server_mrr_usd,
        coalesce(v1.addon_mrr_usd, 0) as v1_addon_mrr_usd,
        coalesce(v2.addon_mrr_usd, 0) as v2_addon_mrr_usd,
        coalesce(v1.contracts, 0) as v1_contracts,
        coalesce(v2.contracts, 0) as v2_contracts,
        v1.cust_id is null as is_missing_in_v1,
        v2.cust_id is null as is_missing_in_v2
    from v1
    full join v2
        on v1.cust_id = v2.cust_id
        and v1.month_dt = v2.month_dt

),

explained as (

    select
        joined.*,
        accounts.account_kind,
        coalesce(currencies.currency, 'USD') as currency,
        rates.average_rate,
        rates.constant_rate,
        case
            when joined.is_missing_in_v1 or joined.is_missing_in_v2 then 0
            else {{ money('cast(joined.v2_mrr_usd as double precision) * (rates.average_rate - rates.constant_rate) / rates.constant_rate') }}
        end as rate_effect_usd
    from joined
    left join {{ ref('base_accounts') }} as accounts on joined.cust_id = accounts.cust_id
    left join currencies on joined.cust_id = currencies.cust_id
    left join rates
        on joined.month_dt = rates.month_dt
        and coalesce(currencies.currency, 'USD') = rates.currency

)

select
    cust_id as account_id,
    month_dt as month,
    currency,
    coalesce(account_kind, 'unknown') as account_kind,
    v1_mrr_usd,
    v2_mrr_usd,
    v1_cloud_mrr_usd,
    v2_cloud_mrr_usd,
    v1_server_mrr_usd,
    v2_server_mrr_usd,
    v1_addon_mrr_usd,
    v2_addon_mrr_usd,
    v1_contracts,
    v2_contracts,
    v1_mrr_usd - v2_mrr_usd as difference_usd,
    rate_effect_usd,
    case
        when cust_id = '(unknown)' then 'nobody known'
        when is_missing_in_v2 and account_kind in ('own', 'demo') then 'own or demo'
        when is_missing_in_v1 then 'matched later'
        when is_missing_in_v2 then 'not recurring in v2'
        when abs(v1_mrr_usd - v2_mrr_usd - rate_effect_usd) <= 1 and rate_effect_usd = 0 then 'equal'
        when abs(v1_mrr_usd - v2_mrr_usd - rate_effect_usd) <= 1 then 'rate only'
        when v1_contracts <> v2_contracts then 'other contracts'
        when v1_server_mrr_usd <> v2_server_mrr_usd then 'licence valued otherwise'
        else 'other'
    end as reason
from explained
