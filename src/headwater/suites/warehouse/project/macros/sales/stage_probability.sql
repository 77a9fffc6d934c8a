{# Standard probability of a stage: forecasts use it rather than what reps type (decision record 0014). #}
{% macro stage_probability(stage) -%}
    cast(case {{ stage }}
        when 'Discovery' then 0.10
        when 'Evaluation' then 0.25
        when 'Proposal' then 0.50
        when 'Negotiation' then 0.75
        when 'Closed Won' then 1
        else 0
    end as decimal(5, 4))
{%- endmacro %}
