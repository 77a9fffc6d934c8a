{% macro attainment_band(ratio) -%}
    case
        when {{ ratio }} is null then 'no quota'
        when {{ ratio }} < 0.5 then 'below half'
        when {{ ratio }} < 1 then 'half to full'
        when {{ ratio }} < 1.5 then 'full to accelerator'
        else 'accelerator'
    end
{%- endmacro %}
