select
    cost_center,
    cost_center_name,
    department,
    owner_email
from {{ ref('stg_finance__cost_centers') }}
