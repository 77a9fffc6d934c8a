{{ config(meta={
    'symptom': 'The effective tax rate of a country jumps between quarters, although no rate was changed.',
    'business': 'Tax in the summary for a country is not what the law says.'
}) }}

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
