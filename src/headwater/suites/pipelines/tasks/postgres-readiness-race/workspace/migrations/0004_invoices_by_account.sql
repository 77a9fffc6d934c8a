CREATE INDEX invoices_by_account ON billing.invoices (account_id, issued_on);
CREATE INDEX payments_by_invoice ON billing.payments (invoice_id);
