"""A small warehouse, and queries with expected results for measuring the ranking.

``TABLES`` has a line ``schema.name: comment`` for each table, followed by a line ``name: comment = value, value`` for
each column. ``QUESTIONS`` has queries, each with the ids of its right answers; any one of them counts.
"""

from __future__ import annotations

from headwater.context.catalog import (
    Catalog,
    Column,
    ColumnProfile,
    DataSource,
    Engine,
    Frequency,
    Table,
    TableKind,
    TableName,
    TypeKind,
)
from headwater.context.search import DocumentKind, SearchDocument, documents_of
from headwater.context.semantic import SemanticLayer, SemanticSource
from headwater.context.wiki import Knowledge

TABLES = """
sales.fct_orders: One row per order that a customer has placed
  order_id: Identifies the order
  customer_id: Who placed it
  ordered_at: When it was placed, UTC
  status: Where the order is in its life = placed, shipped, returned, cancelled
  gross_amount: Value before discounts and tax
  net_amount: Value after discounts, without tax
  currency_code: ISO 4217 = EUR, USD, JPY
sales.fct_order_items: One row per product in an order
  order_id:
  product_id:
  quantity: Pieces
  unit_price: Price of one piece
  discount_rate: Share of the price
sales.dim_customers: People and companies that have bought at least once
  customer_id:
  customer_name: = Müller GmbH, Crédit Agricole, Smith & Sons
  email: Electronic mail
  segment: Size of the business = SMB, Enterprise, Consumer
  region: Sales region = EMEA, APAC, AMER, LATAM
  country_code: ISO 3166 = DE, FR, US, JP
  first_order_at:
  churned_at: When the customer left
sales.dim_products: What can be bought
  product_id:
  product_name: = Espresso Machine, Coffee Grinder, Milk Frother
  category: = Kitchen, Garden, Office
  brand:
  list_price:
sales.stg_payments: Payments as the provider reports them
  payment_id:
  order_id:
  payment_method: = credit_card, bank_transfer, gift_card, paypal
  amount: In minor units
  refunded_at:
support.tickets: Requests of customers to support
  ticket_id:
  customer_id:
  opened_at:
  closed_at:
  priority: = low, normal, urgent
  satisfaction_score: From 1 to 5, asked after closing
  assignee_id: The employee who answers
hr.employees: People who work here
  employee_id:
  full_name:
  manager_id: Who this employee reports to
  department: = Engineering, Finance, Customer Success
  hired_at:
  salary: Gross, per year
marketing.campaigns: Advertising campaigns
  campaign_id:
  campaign_name: = Summer Sale, Black Friday
  channel: = email, search, social
  spend: Cost in euros
  utm_source: From the link
marketing.web_sessions: Visits to the web site
  session_id:
  visitorId: Cookie
  landingPage: First page seen
  startedAt:
  device_type: = mobile, desktop, tablet
  utm_source:
logistics.shipments: Parcels on their way
  shipment_id:
  order_id:
  carrier: = DHL, UPS, 佐川急便
  shipped_at:
  delivered_at:
  warehouse_code: = BER1, LYS2, TYO3
logistics.inventory_snapshots: Stock at the end of each day
  snapshot_date:
  product_id:
  warehouse_code:
  on_hand: Pieces in stock
finance.gl_entries: General ledger
  entry_id:
  account_code:
  debit:
  credit:
  posted_at:
finance.fx_rates: Exchange rates per day
  rate_date:
  from_currency:
  to_currency:
  rate:
jp.顧客マスタ: 顧客の基本情報
  顧客番号:
  氏名:
  都道府県: = 東京都, 大阪府, 北海道
ru.заказы: Заказы клиентов
  номер_заказа:
  сумма: Сумма заказа в рублях
  город: = Москва, Казань
fr.abonnements: Abonnements souscrits par les clients
  numéro_abonné:
  durée_engagement: En mois
  état: = résilié, actif
"""

LAYER = [
    {
        "name": "orders", "table": "sales.fct_orders", "grain": ["order_id"],
        "columns": [{"name": "order_id"}, {"name": "net_amount"}, {"name": "gross_amount"}, {"name": "status"}],
        "measures": [
            {"name": "revenue", "agg": "sum", "expr": "net_amount", "description": "Net sales after discounts"},
            {"name": "order_count", "agg": "count", "description": "Number of orders"},
            {"name": "average_order_value", "expr": "revenue / order_count", "description": "AOV: revenue per order"},
            {"name": "return_rate", "agg": "avg", "expr": "case when status = 'returned' then 1 else 0 end",
             "description": "Share of orders that were sent back"},
        ],
    },
    {
        "name": "support", "table": "support.tickets", "grain": ["ticket_id"],
        "columns": [{"name": "ticket_id"}, {"name": "satisfaction_score"}],
        "measures": [
            {"name": "csat", "agg": "avg", "expr": "satisfaction_score", "description": "Customer satisfaction"},
        ],
    },
]  # fmt: skip

PAGES = [
    SearchDocument(DocumentKind.PAGE, "how-we-count-churn.md", "How we count churn", "how-we-count-churn.md",
             "A customer has churned after 90 days without an order", "Trials are excluded. Ask the finance team."),
    SearchDocument(DocumentKind.PAGE, "fiscal-calendar.md", "Fiscal calendar", "fiscal-calendar.md",
             "Our fiscal year begins in February", "Quarters are of 13 weeks; week 53 goes to the last one."),
    SearchDocument(DocumentKind.PAGE, "refund-policy.md", "Refunds", "refund-policy.md",
             "When money goes back to a customer", "Within 14 days in full, later as a gift card."),
]  # fmt: skip

QUESTIONS: list[tuple[str, set[str]]] = [
    ("orders", {"w:sales.fct_orders"}),
    ("order items", {"w:sales.fct_order_items"}),
    ("orderitems", {"w:sales.fct_order_items"}),
    ("customers", {"w:sales.dim_customers"}),
    ("customer", {"w:sales.dim_customers"}),
    ("EMEA", {"w:sales.dim_customers.region=EMEA"}),
    ("emea region", {"w:sales.dim_customers.region=EMEA", "w:sales.dim_customers.region"}),
    ("revenue", {"orders.revenue"}),
    ("net sales", {"orders.revenue"}),
    ("revnue", {"orders.revenue"}),
    ("AOV", {"orders.average_order_value"}),
    ("average order value", {"orders.average_order_value"}),
    ("how many orders", {"orders.order_count", "w:sales.fct_orders"}),
    ("share of orders sent back", {"orders.return_rate"}),
    ("customer satisfaction", {"support.csat", "w:support.tickets.satisfaction_score"}),
    ("csat", {"support.csat"}),
    ("churn", {"how-we-count-churn.md", "w:sales.dim_customers.churned_at"}),
    ("what is churn definition", {"how-we-count-churn.md"}),
    ("fiscal year", {"fiscal-calendar.md"}),
    ("when does the quarter end", {"fiscal-calendar.md"}),
    ("refunds", {"refund-policy.md", "w:sales.stg_payments.refunded_at"}),
    ("refunded at", {"w:sales.stg_payments.refunded_at"}),
    ("payment method", {"w:sales.stg_payments.payment_method"}),
    ("paypal", {"w:sales.stg_payments.payment_method=paypal"}),
    ("credit card", {"w:sales.stg_payments.payment_method=credit_card"}),
    ("gift cards", {"w:sales.stg_payments.payment_method=gift_card"}),
    ("urgent tickets", {"w:support.tickets.priority=urgent"}),
    ("tickets", {"w:support.tickets"}),
    ("ticket priority", {"w:support.tickets.priority"}),
    ("who reports to whom", {"w:hr.employees.manager_id"}),
    ("manager", {"w:hr.employees.manager_id"}),
    ("salary", {"w:hr.employees.salary"}),
    ("employees by department", {"w:hr.employees.department", "w:hr.employees"}),
    ("customer success", {"w:hr.employees.department=Customer Success"}),
    ("marketing spend", {"w:marketing.campaigns.spend"}),
    ("campaign", {"w:marketing.campaigns"}),
    ("black friday", {"w:marketing.campaigns.campaign_name=Black Friday"}),
    ("utm source of campaigns", {"w:marketing.campaigns.utm_source"}),
    ("visitor id", {"w:marketing.web_sessions.visitorId"}),
    ("landing page", {"w:marketing.web_sessions.landingPage"}),
    ("web visits", {"w:marketing.web_sessions"}),
    ("mobile", {"w:marketing.web_sessions.device_type=mobile"}),
    ("parcels", {"w:logistics.shipments"}),
    ("DHL", {"w:logistics.shipments.carrier=DHL"}),
    ("佐川", {"w:logistics.shipments.carrier=佐川急便"}),
    ("delivery date of shipment", {"w:logistics.shipments.delivered_at"}),
    ("stock", {"w:logistics.inventory_snapshots", "w:logistics.inventory_snapshots.on_hand"}),
    ("inventory", {"w:logistics.inventory_snapshots"}),
    ("general ledger", {"w:finance.gl_entries"}),
    ("exchange rate", {"w:finance.fx_rates", "w:finance.fx_rates.rate"}),
    ("muller", {"w:sales.dim_customers.customer_name=Müller GmbH"}),
    ("credit agricole", {"w:sales.dim_customers.customer_name=Crédit Agricole"}),
    ("顧客", {"w:jp.顧客マスタ", "w:jp.顧客マスタ.顧客番号"}),
    ("東京", {"w:jp.顧客マスタ.都道府県=東京都"}),
    ("заказ", {"w:ru.заказы", "w:ru.заказы.номер_заказа"}),
    ("москва", {"w:ru.заказы.город=Москва"}),
    ("abonnement", {"w:fr.abonnements"}),
    ("duree engagement", {"w:fr.abonnements.durée_engagement"}),
    ("resilie", {"w:fr.abonnements.état=résilié"}),
    ("espresso", {"w:sales.dim_products.product_name=Espresso Machine"}),
    ("product categories", {"w:sales.dim_products.category"}),
    ("unit price", {"w:sales.fct_order_items.unit_price"}),
    ("cancelled orders", {"w:sales.fct_orders.status=cancelled"}),
    ("order status", {"w:sales.fct_orders.status"}),
    ("amount before tax", {"w:sales.fct_orders.gross_amount", "w:sales.fct_orders.net_amount"}),
    ("cust segm", {"w:sales.dim_customers.segment"}),
    ("enterprise", {"w:sales.dim_customers.segment=Enterprise"}),
    ("warehouse code", {"w:logistics.shipments.warehouse_code", "w:logistics.inventory_snapshots.warehouse_code"}),
]


def documents() -> list[SearchDocument]:
    """Return all documents that can be found."""
    layer = SemanticLayer([SemanticSource.model_validate(source) for source in LAYER])
    return [*documents_of(Knowledge(_catalog(), None, layer)), *PAGES]


def _catalog() -> Catalog:
    tables: list[Table] = []
    for line in TABLES.strip().splitlines():
        if not line.startswith(" "):
            name, _, comment = line.partition(":")
            schema, _, table = name.partition(".")
            tables.append(Table(TableName("w", schema, table), TableKind.TABLE, (), comment=comment.strip() or None))
        else:
            last = tables.pop()
            column = _column(line.strip(), len(last.columns) + 1)
            tables.append(Table(last.name, last.kind, (*last.columns, column), comment=last.comment))
    return Catalog(sources=(DataSource("w", Engine.DUCKDB, "w.duckdb"),), tables=tuple(tables))


def _column(line: str, position: int) -> Column:
    name, _, rest = line.partition(":")
    comment, _, values = rest.partition("=")
    frequent = tuple(Frequency(value.strip(), 1) for value in values.split(",") if value.strip())
    profile = ColumnProfile(0, len(frequent), True, frequent=frequent, frequent_complete=True)
    return Column(name, position, "VARCHAR", TypeKind.TEXT, comment=comment.strip() or None, profile=profile)


# These questions were written after the ranking, and never used to improve it.
HELD_OUT: list[tuple[str, set[str]]] = [
    ("discount", {"w:sales.fct_order_items.discount_rate"}),
    ("country", {"w:sales.dim_customers.country_code"}),
    ("currency", {"w:sales.fct_orders.currency_code"}),
    ("JPY", {"w:sales.fct_orders.currency_code=JPY"}),
    ("coffee", {"w:sales.dim_products.product_name=Coffee Grinder"}),
    ("products", {"w:sales.dim_products"}),
    ("shipment", {"w:logistics.shipments"}),
    ("shipments carrier", {"w:logistics.shipments.carrier"}),
    ("bank transfers", {"w:sales.stg_payments.payment_method=bank_transfer"}),
    ("payments", {"w:sales.stg_payments"}),
    ("session start", {"w:marketing.web_sessions.startedAt"}),
    ("WebSessions", {"w:marketing.web_sessions"}),
    ("advertising cost", {"w:marketing.campaigns.spend"}),
    ("satisfaction", {"support.csat", "w:support.tickets.satisfaction_score"}),
    ("hire date", {"w:hr.employees.hired_at"}),
    ("finance department", {"w:hr.employees.department=Finance"}),
    ("fx", {"w:finance.fx_rates"}),
    ("debit and credit", {"w:finance.gl_entries.debit", "w:finance.gl_entries.credit"}),
    ("returned", {"w:sales.fct_orders.status=returned"}),
    ("crédit", {"w:sales.dim_customers.customer_name=Crédit Agricole", "w:finance.gl_entries.credit"}),
    ("大阪", {"w:jp.顧客マスタ.都道府県=大阪府"}),
    ("город", {"w:ru.заказы.город"}),
    ("how many pieces are on hand", {"w:logistics.inventory_snapshots.on_hand"}),
    ("employes", {"w:hr.employees"}),
]
