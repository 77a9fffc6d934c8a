-- What an account invoiced and what it was paid; the service keeps it up to date from now on.
CREATE TABLE billing.account_balances (
    account_id integer PRIMARY KEY REFERENCES billing.accounts,
    currency text NOT NULL,
    invoiced numeric(14, 2) NOT NULL,
    paid numeric(14, 2) NOT NULL
);

INSERT INTO billing.account_balances (account_id, currency, invoiced, paid)
SELECT a.account_id, a.currency, coalesce(sum(i.amount), 0), coalesce(sum(p.paid), 0)
FROM billing.accounts a
LEFT JOIN billing.invoices i ON i.account_id = a.account_id AND i.state = 'sent'
LEFT JOIN LATERAL (SELECT sum(amount) AS paid FROM billing.payments WHERE invoice_id = i.invoice_id) p ON true
GROUP BY a.account_id, a.currency;
