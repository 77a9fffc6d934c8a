{% macro dunning_stage(failed_attempts) -%}
    case
        when {{ failed_attempts }} = 1 then 'first_notice'
        when {{ failed_attempts }} = 2 then 'second_notice'
        else 'final_notice'
    end
{%- endmacro %}
