{#
gross: stg_items.line_value renamed
tax: stg_items.line_value transformed
total: stg_items.line_value transformed
#}
select line_value as gross, gross * 0.2 as tax, gross + tax as total
from {{ ref('stg_items') }}
