{{ config(schema='analytics', order_by='(file, line)') }}
select file, line, reason from {{ ref('typed_rows') }} where reason != ''
