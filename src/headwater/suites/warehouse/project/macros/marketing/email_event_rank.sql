{# Order of what can happen to a mail: the furthest event of a recipient counts. #}
{% macro email_event_rank(event_type) -%}
    case {{ event_type }}
        when 'sent' then 1
        when 'bounced' then 2
        when 'delivered' then 3
        when 'opened' then 4
        when 'clicked' then 5
        when 'unsubscribed' then 6
    end
{%- endmacro %}
