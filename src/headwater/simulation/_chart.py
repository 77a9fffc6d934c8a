"""Writes the chart of accounts and the cost centers."""

from __future__ import annotations

import numpy as np

from headwater.simulation import _columns as col
from headwater.simulation._clock import START
from headwater.simulation._tables import Sink

CASH, RECEIVABLES, PAYABLES, PAYROLL_DUE, TAX_DUE, DEFERRED, EQUITY = 1000, 1100, 2000, 2100, 2200, 2400, 3000
CLOUD_REVENUE, LICENSE_REVENUE, ADDON_REVENUE, SERVICES_REVENUE, CREDITS = 4000, 4100, 4200, 4300, 4900
HOSTING, FEES, SUPPORT_PAY = 5000, 5100, 5200
ENGINEERING_PAY, SALES_PAY, ADMIN_PAY, ADVERTISING, EVENTS, SOFTWARE, RENT, BAD_DEBT, FX = (
    6000,
    6100,
    6200,
    6300,
    6350,
    6400,
    6500,
    6700,
    7000,
)
REVENUE_OF_LINE = np.array([CLOUD_REVENUE, LICENSE_REVENUE, ADDON_REVENUE, SERVICES_REVENUE])

_ACCOUNTS = [
    (CASH, "Cash", "balance", "cash", "debit"),
    (RECEIVABLES, "Accounts receivable", "balance", "receivables", "debit"),
    (PAYABLES, "Accounts payable", "balance", "payables", "credit"),
    (PAYROLL_DUE, "Accrued payroll", "balance", "payables", "credit"),
    (TAX_DUE, "Sales tax payable", "balance", "tax", "credit"),
    (DEFERRED, "Deferred revenue", "balance", "deferred_revenue", "credit"),
    (EQUITY, "Equity", "balance", "equity", "credit"),
    (CLOUD_REVENUE, "Cloud subscription revenue", "income", "revenue", "credit"),
    (LICENSE_REVENUE, "Self-managed license revenue", "income", "revenue", "credit"),
    (ADDON_REVENUE, "Add-on revenue", "income", "revenue", "credit"),
    (SERVICES_REVENUE, "Services revenue", "income", "revenue", "credit"),
    (CREDITS, "Credits and refunds", "income", "contra_revenue", "debit"),
    (HOSTING, "Hosting", "income", "cost_of_revenue", "debit"),
    (FEES, "Payment processing fees", "income", "cost_of_revenue", "debit"),
    (SUPPORT_PAY, "Support payroll", "income", "cost_of_revenue", "debit"),
    (ENGINEERING_PAY, "Research and development payroll", "income", "operating_expense", "debit"),
    (SALES_PAY, "Sales and marketing payroll", "income", "operating_expense", "debit"),
    (ADMIN_PAY, "General and administrative payroll", "income", "operating_expense", "debit"),
    (ADVERTISING, "Advertising", "income", "operating_expense", "debit"),
    (EVENTS, "Events and webinars", "income", "operating_expense", "debit"),
    (SOFTWARE, "Software and tools", "income", "operating_expense", "debit"),
    (RENT, "Rent", "income", "operating_expense", "debit"),
    (BAD_DEBT, "Bad debt", "income", "operating_expense", "debit"),
    (FX, "Foreign exchange gain and loss", "income", "other", "debit"),
]

CENTERS = [
    ("CC-000", "Corporate", "Corporate"),
    ("CC-110", "Engineering", "Engineering"),
    ("CC-120", "Product and design", "Product"),
    ("CC-130", "Infrastructure", "Engineering"),
    ("CC-210", "Sales", "Sales"),
    ("CC-220", "Marketing", "Marketing"),
    ("CC-310", "Support", "Support"),
    ("CC-320", "Customer success", "Customer Success"),
    ("CC-410", "Finance and administration", "G&A"),
]
CORPORATE, ENGINEERING, PRODUCT, INFRASTRUCTURE, SALES, MARKETING, SUPPORT, SUCCESS, ADMIN = range(9)
PAY_ACCOUNT = np.array(
    [
        ADMIN_PAY,
        ENGINEERING_PAY,
        ENGINEERING_PAY,
        ENGINEERING_PAY,
        SALES_PAY,
        SALES_PAY,
        SUPPORT_PAY,
        SALES_PAY,
        ADMIN_PAY,
    ]
)


def write_chart(sink: Sink) -> None:
    """Write accounts and cost centers."""
    every = np.arange(len(_ACCOUNTS))
    columns = ["account_code", "name", "statement", "category", "normal_balance"]
    sink.write(
        "raw_finance.gl_accounts",
        {name: col.labels([str(a[i]) for a in _ACCOUNTS], every) for i, name in enumerate(columns)}
        | {"_loaded_at": START + 7_500},
    )
    every = np.arange(len(CENTERS))
    columns = ["cost_center", "name", "department"]
    owners = [f"owner.{c[0][3:]}@mooring.example" for c in CENTERS]
    sink.write(
        "raw_finance.cost_centers",
        {name: col.labels([c[i] for c in CENTERS], every) for i, name in enumerate(columns)}
        | {"owner_email": col.labels(owners, every), "_loaded_at": START + 7_500},
    )
