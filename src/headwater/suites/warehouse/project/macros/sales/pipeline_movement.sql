{# Why an opportunity's open pipeline differs between two week ends, the strongest reason first. Amounts are in the
   currency of the record, `usd_…` in USD: where only those differ, the exchange rate moved. #}
{% macro pipeline_movement(was_open, is_open, is_won, is_new, amount_before, amount_after, usd_before, usd_after) -%}
    case
        when not {{ was_open }} and {{ is_open }} and {{ is_new }} then 'created'
        when not {{ was_open }} and {{ is_open }} then 'reopened'
        when not {{ is_open }} and {{ is_won }} then 'won'
        when not {{ is_open }} then 'lost'
        when coalesce({{ amount_after }}, 0) > coalesce({{ amount_before }}, 0) then 'increased'
        when coalesce({{ amount_after }}, 0) < coalesce({{ amount_before }}, 0) then 'decreased'
        when {{ usd_after }} <> {{ usd_before }} then 'revalued'
        else 'unchanged'
    end
{%- endmacro %}
