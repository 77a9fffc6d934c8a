{# The status in which an event of a subscription leaves it; null where the event leaves it as it was. #}
{% macro status_after_event(event_type, starts_with_trial) -%}
    case {{ event_type }}
        when 'created' then case when {{ starts_with_trial }} then 'trialing' else 'active' end
        when 'trial_converted' then 'active'
        when 'renewed' then 'active'
        when 'reactivated' then 'active'
        when 'payment_recovered' then 'active'
        when 'payment_failed' then 'past_due'
        when 'canceled' then 'canceled'
    end
{%- endmacro %}
