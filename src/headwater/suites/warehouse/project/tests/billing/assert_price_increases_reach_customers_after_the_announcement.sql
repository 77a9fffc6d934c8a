{{ config(meta={
    'symptom': 'Customers were moved to a newer price before September 2023, when the price change for existing customers took effect.',
    'business': 'The price change report shows customers moved before we announced it.'
}) }}

select *
from {{ ref('rpt_price_changes') }}
where month_start < cast('2023-09-01' as date)
