select attributed.user_id
from {{ ref('fct_attributed_signups') }} as attributed
inner join {{ ref('stg_app__users') }} as users
    on attributed.user_id = users.user_id
where users.signup_source = 'invite'
