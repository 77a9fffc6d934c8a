{#
customer_id: stg_customers.customer_id passed
root: stg_customers.customer_name transformed
depth:
*: stg_customers.referrer_id filter, stg_customers.referrer_id join, stg_customers.customer_id join
#}
with recursive chain as (
    select customer_id, upper(customer_name) as root, 1 as depth
    from {{ ref('stg_customers') }}
    where referrer_id is null
    union all
    select c.customer_id, chain.root, chain.depth + 1
    from {{ ref('stg_customers') }} c
    join chain on c.referrer_id = chain.customer_id
    where chain.depth < 5
)
select * from chain
