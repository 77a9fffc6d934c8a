{# The line of finance's first profit and loss sheet on which an account stood. Written down from the sheet in March 2022;
   accounts that came later go to 'other' until somebody adds them. #}
{% macro fin_sheet_line(account_code) -%}
case
    when {{ account_code }} in ('4000', '4200') then '1 cloud'
    when {{ account_code }} in ('4100') then '2 server'
    when {{ account_code }} in ('4300') then '3 one-off work'
    when {{ account_code }} in ('4900') then '4 given back'
    when {{ account_code }} in ('5000') then '5 hosting'
    when {{ account_code }} in ('5100') then '6 fees'
    when {{ account_code }} in ('5200') then '7 support'
    when {{ account_code }} in ('6000') then '8 development'
    when {{ account_code }} in ('6100', '6300', '6350') then '9 sales and marketing'
    when {{ account_code }} in ('6200', '6400', '6500', '6700') then '10 administration'
    when {{ account_code }} in ('7000') then '11 exchange'
    else '12 other'
end
{%- endmacro %}

{# Income lines are credits, cost lines are debits; the sheet shows both as positive. #}
{% macro fin_sheet_amount(account_code, debit, credit) -%}
case
    when {{ account_code }} like '4%' and {{ account_code }} <> '4900' then {{ credit }} - {{ debit }}
    else {{ debit }} - {{ credit }}
end
{%- endmacro %}

{# A quarter of the calendar with its year in front, sortable: '2022-3'. #}
{% macro fin_quarter(value) -%}
(cast(extract(year from {{ value }}) as varchar) || '-' || cast(extract(quarter from {{ value }}) as varchar))
{%- endmacro %}
