{{ config(materialized='view') }}
select payment_id, customer, amount from {{ ref('payments') }} where amount > 0
