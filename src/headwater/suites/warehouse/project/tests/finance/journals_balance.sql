select journal_id, sum(debit_usd) as debits, sum(credit_usd) as credits
from {{ ref('int_gl_entries_classified') }}
group by journal_id
having abs(sum(debit_usd) - sum(credit_usd)) > 0.01
