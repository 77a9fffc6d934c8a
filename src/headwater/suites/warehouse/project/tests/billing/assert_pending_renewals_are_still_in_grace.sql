select
    renewals.term_id,
    renewals.due_on,
    renewals.outcome
from {{ ref('fct_renewals') }} as renewals
left join {{ ref('fct_licenses') }} as licenses
    on renewals.account_id = licenses.account_id
    and renewals.due_on = licenses.expires_on
    and renewals.term_type = 'license'
    and licenses.revoked_on is null
where (renewals.outcome = 'pending' and {{ grace_ends_on('renewals.due_on') }} < {{ as_of() }})
    or (renewals.outcome = 'lost' and licenses.is_paid and {{ grace_ends_on('renewals.due_on') }} >= {{ as_of() }})
