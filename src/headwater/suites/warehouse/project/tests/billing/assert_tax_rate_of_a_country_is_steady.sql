with rates as (
    select
        country_code,
        min(effective_rate) as lowest,
        max(effective_rate) as highest
    from {{ ref('rpt_tax_summary') }}
    where taxable > 1000
    group by country_code
)

select *
from rates
where highest - lowest > 0.01
