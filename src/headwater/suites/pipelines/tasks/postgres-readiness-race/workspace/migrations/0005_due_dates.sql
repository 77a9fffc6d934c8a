-- Customers of before 2025 have 30 days to pay, all others 14.
ALTER TABLE billing.invoices ADD COLUMN due_on date;

UPDATE billing.invoices i
SET due_on = i.issued_on + CASE WHEN a.created_on < DATE '2025-01-01' THEN 30 ELSE 14 END
FROM billing.accounts a
WHERE a.account_id = i.account_id;

ALTER TABLE billing.invoices ALTER COLUMN due_on SET NOT NULL;
