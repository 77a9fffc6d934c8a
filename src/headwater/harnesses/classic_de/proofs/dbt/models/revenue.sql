{{ config(materialized='table') }}
select customer, sum(amount) as revenue from {{ ref('valid_payments') }} group by customer
