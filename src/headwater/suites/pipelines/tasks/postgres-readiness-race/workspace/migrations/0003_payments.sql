CREATE TABLE billing.payments (
    payment_id bigint PRIMARY KEY,
    invoice_id bigint NOT NULL REFERENCES billing.invoices,
    received_on date NOT NULL,
    amount numeric(12, 2) NOT NULL CHECK (amount > 0)
);
