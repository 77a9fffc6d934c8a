-- T. Whitlock, 2022-03-11. What customers got back, by month of the day. Tax is taken out by the share of the invoice. Disputes are
-- not revenue until they are lost, and those that were lost are.
with backs as (

    select
        backs.back_id,
        backs.back_kind,
        backs.inv_id,
        backs.cust_id_v2 as account_id,
        backs.reason,
        backs.back_dt,
        backs.back_month,
        backs.amount,
        backs.amount_usd,
        invoices.inv_kind,
        invoices.net,
        invoices.gross
    from {{ ref('base_refunds') }} as backs
    inner join {{ ref('base_invoices') }} as invoices on backs.inv_id = invoices.inv_id

),

kept as (

    select *
    from backs
    where back_kind in ('refund', 'credit note')
        or (back_kind = 'dispute' and reason = 'lost')

)

select
    back_id,
    back_kind,
    inv_id,
    account_id,
    inv_kind,
    reason,
    back_dt as given_back_on,
    back_month as month,
    amount_usd as gross_usd,
    case
        when gross = 0 then amount_usd
        else {{ money('cast(amount_usd as double precision) * net / gross') }}
    end as net_usd
from kept
