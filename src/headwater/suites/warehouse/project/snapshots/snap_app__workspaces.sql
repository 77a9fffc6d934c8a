{% snapshot snap_app__workspaces %}

{{ config(
    unique_key='workspace_id',
    strategy='timestamp',
    updated_at='updated_at'
) }}

select
    workspace_id,
    account_id,
    workspace_name,
    region,
    plan_code,
    created_at,
    updated_at,
    deleted_at
from {{ ref('stg_app__workspaces') }}

{% endsnapshot %}
