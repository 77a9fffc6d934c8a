select account_id, employee_band, segment
from {{ ref('dim_accounts') }}
where
    (employee_band in ('1-10', '11-50', '51-200') and segment <> 'SMB')
    or (employee_band = '201-1000' and segment <> 'Mid-Market')
    or (employee_band in ('1001-5000', '5000+') and segment <> 'Enterprise')
