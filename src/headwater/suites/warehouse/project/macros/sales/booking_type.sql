{# What a won opportunity is to the company. The CRM's own type is kept beside it. #}
{% macro booking_type(opportunity_type, prior_bookings) -%}
    case
        when {{ opportunity_type }} = 'Renewal' then 'renewal'
        when {{ opportunity_type }} = 'Expansion' then 'expansion'
        when {{ prior_bookings }} > 0 then 'expansion'
        else 'new'
    end
{%- endmacro %}
