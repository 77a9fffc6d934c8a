{{ config(materialized='view') }}

-- T. Whitlock, 2023-04-19 (FIN-240). By days, as the auditors asked. It is the schedule of the new layer under the old names, without
-- credits and refunds, which this layer books on the day they happen (fin_given_back).
select
    schedule_id as item_id,
    account_id,
    case product_line
        when 'self_managed' then 'server'
        when 'addon' then 'add-on'
        when 'services' then 'one-off'
        else 'cloud'
    end as revenue_kind,
    month_start as month,
    recognized_usd as part_usd,
    is_future
from {{ ref('int_revenue_schedule_monthly') }}
where source_type = 'invoice_line'
