{{ config(materialized='incremental', unique_key='payment_id') }}
select payment_id, amount from {{ ref('valid_payments') }}
{% if is_incremental() %}
where payment_id > (select max(payment_id) from {{ this }})
{% endif %}
