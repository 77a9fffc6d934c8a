-- A series of documents has as many numbers as its last one says.
with numbered as (
    select
        entity_code,
        document_type,
        replace(local_number, right(local_number, 6), '') as series,
        cast(right(local_number, 5) as integer) as number_in_series
    from {{ ref('int_stat_tax_unioned') }}
)

select entity_code, series, count(*) as documents, max(number_in_series) as last_number
from numbered
group by entity_code, document_type, series
having count(*) <> max(number_in_series) or min(number_in_series) <> 1
