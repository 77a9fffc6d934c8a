{# Minutes that an activity stands for in the productivity model of sales operations. #}
{% macro activity_effort(activity_type) -%}
    case {{ activity_type }}
        when 'demo' then 60
        when 'meeting' then 30
        when 'call' then 10
        when 'email' then 5
        else 0
    end
{%- endmacro %}
