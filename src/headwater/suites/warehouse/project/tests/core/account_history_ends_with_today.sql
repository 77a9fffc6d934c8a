select
    accounts.account_id,
    accounts.employee_band,
    history.employee_band as band_in_history
from {{ ref('dim_accounts') }} as accounts
inner join {{ ref('dim_account_history') }} as history
    on
        accounts.account_id = history.account_id
        and history.is_current
where
    not accounts.is_deleted
    and (
        coalesce(accounts.employee_band, '') <> coalesce(history.employee_band, '')
        or coalesce(accounts.country_code, '') <> coalesce(history.country_code, '')
    )
