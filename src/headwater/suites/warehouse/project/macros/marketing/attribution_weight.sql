{# Weight of the touch at `position` of `touches`. The weights of an outcome add up to exactly one: the last touch
   takes what rounding to six places leaves. Position-based: 40 % first, 40 % last, the rest in between. #}
{% macro attribution_weight(model, position, touches) -%}
    {%- if model == 'first_touch' -%}
        cast(case when {{ position }} = 1 then 1 else 0 end as decimal(9, 6))
    {%- elif model == 'last_touch' -%}
        cast(case when {{ position }} = {{ touches }} then 1 else 0 end as decimal(9, 6))
    {%- elif model == 'linear' -%}
        {{ even_share('1', position, touches) }}
    {%- elif model == 'position_based' -%}
        case
            when {{ touches }} = 1 then cast(1 as decimal(9, 6))
            when {{ touches }} = 2 then cast(0.5 as decimal(9, 6))
            when {{ position }} in (1, {{ touches }}) then cast(0.4 as decimal(9, 6))
            else {{ even_share('0.2', position ~ ' - 1', touches ~ ' - 2') }}
        end
    {%- else -%}
        {{ exceptions.raise_compiler_error("no attribution model '" ~ model ~ "'") }}
    {%- endif -%}
{%- endmacro %}
