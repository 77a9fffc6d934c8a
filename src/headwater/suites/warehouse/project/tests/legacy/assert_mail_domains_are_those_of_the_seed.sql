-- The list in legacy_mail_kind and the seed have the same domains of staff and testers.
select
    email_domain,
    kind,
    {{ legacy_mail_kind("'somebody@' || email_domain") }} as legacy_kind
from {{ ref('map_email_domains') }}
where (kind in ('staff', 'test') and kind <> {{ legacy_mail_kind("'somebody@' || email_domain") }})
    or (kind not in ('staff', 'test') and {{ legacy_mail_kind("'somebody@' || email_domain") }} <> 'customer')
