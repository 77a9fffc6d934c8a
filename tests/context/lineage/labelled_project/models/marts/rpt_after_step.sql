{#
orders: ephemeral_step.* aggregated
value: ephemeral_step.value aggregated
#}
select count(*) as orders, sum(value) as value from {{ ref('ephemeral_step') }}
