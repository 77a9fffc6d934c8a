{# The ticket system leaves priority empty where nobody chose one, and treats that as normal. #}
{% macro ticket_priority(column) -%}
coalesce(lower({{ nullif_blank(column) }}), 'normal')
{%- endmacro %}

{# Urgent first: for sorting and for "at least high". #}
{% macro priority_rank(column) -%}
case {{ column }} when 'urgent' then 1 when 'high' then 2 when 'normal' then 3 when 'low' then 4 end
{%- endmacro %}

{# States in which the clock of the resolution target stands still: the customer or a third party has the ball. #}
{% macro is_waiting_state(column) -%}
({{ column }} in ('pending', 'hold'))
{%- endmacro %}

{# States in which a ticket needs nobody any more. #}
{% macro is_done_state(column) -%}
({{ column }} in ('solved', 'closed'))
{%- endmacro %}

{# Names of teams were typed by hand until 2023. #}
{% macro support_team(column) -%}
lower(replace(trim({{ column }}), ' ', '_'))
{%- endmacro %}

{# 'good' of 100 answered; what was only offered is no answer. #}
{% macro csat(score) -%}
{{ safe_divide(count_where(score ~ " = 'good'"), count_where(score ~ " in ('good', 'bad')")) }}
{%- endmacro %}
