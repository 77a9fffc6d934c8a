-- The last invoices of 2021 fall due when they are paid, in 2022 or later; those of 2022 and after on their own day.
select document_id, document_date, tax_point_on
from {{ ref('int_stat_de_documents') }}
where document_date >= cast('2022-01-01' as date)
    and tax_point_on <> document_date
