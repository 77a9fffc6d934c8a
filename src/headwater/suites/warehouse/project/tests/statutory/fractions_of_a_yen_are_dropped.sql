select document_id, net_local, tax_local
from {{ ref('int_stat_jp_documents') }}
where net_local <> floor(net_local) or tax_local <> floor(tax_local)
