select forms.submission_id, leads.lead_id, touches.lead_id as touch_lead_id
from {{ ref('stg_marketing__form_submissions') }} as forms
inner join {{ ref('fct_leads') }} as leads
    on lower(forms.email) = leads.email
left join {{ ref('stg_marketing__web_sessions') }} as sessions
    on forms.session_id = sessions.session_id
left join {{ ref('fct_touches') }} as touches
    on touches.touch_id = {{ surrogate_key(["'form'", 'forms.submission_id']) }}
where forms.submitted_at < {{ as_of_end() }}
    and not coalesce(sessions.is_flagged_bot, false)
    and (touches.lead_id is null or touches.lead_id <> leads.lead_id)
