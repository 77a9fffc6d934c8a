{#
customer_id: raw.customers.id renamed
customer_name: raw.customers.name renamed
region: raw.customers.region passed
email: raw.customers.email transformed
signup_at: raw.customers.signup_at passed
referrer_id: raw.customers.referrer_id passed
#}
with source as (

    select * from {{ source('raw', 'customers') }}

),

renamed as (

    select
        id as customer_id,
        name as customer_name,
        region,
        lower(email) as email,
        signup_at,
        referrer_id
    from source

)

select * from renamed
