with source as (
    select * from {{ source('billing', 'customers') }}
),

-- the provider's export repeats a customer in each delivery in which it changed
latest as (
    {{ deduplicate('source', 'id', '_loaded_at desc, created desc') }}
),

renamed as (
    select
        id as customer_id,
        {{ normalise_email('email') }} as email,
        {{ nullif_blank('name') }} as customer_name,
        {{ normalise_currency('currency') }} as currency,
        {{ nullif_blank('account_ref') }} as account_id,
        {{ normalise_country('country') }} as country_code,
        coalesce(tax_exempt, 'none') as tax_status,
        {{ is_true('deleted') }} as is_deleted,
        {{ epoch_to_timestamp('created') }} as created_at,
        _loaded_at as loaded_at
    from latest
)

select * from renamed
