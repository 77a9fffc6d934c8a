{% snapshot snap_crm_users %}

{{ config(
    unique_key='crm_user_id',
    strategy='timestamp',
    updated_at='loaded_at'
) }}

select * from {{ ref('stg_crm__users') }}

{% endsnapshot %}
