{{ config(meta={
    'symptom': "A journal's debits and credits are not equal.",
    'business': "The books do not balance.",
}) }}
select journal_id, sum(debit_usd) as debits, sum(credit_usd) as credits
from {{ ref('int_gl_entries_classified') }}
group by journal_id
having abs(sum(debit_usd) - sum(credit_usd)) > 0.01
