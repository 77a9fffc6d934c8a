CREATE TABLE billing.invoices (
    invoice_id bigint PRIMARY KEY,
    account_id integer NOT NULL REFERENCES billing.accounts,
    issued_on date NOT NULL,
    amount numeric(12, 2) NOT NULL,
    state text NOT NULL CHECK (state IN ('draft', 'sent', 'void'))
);
