CREATE SCHEMA billing;

CREATE TABLE billing.accounts (
    account_id integer PRIMARY KEY,
    name text NOT NULL,
    currency text NOT NULL CHECK (currency IN ('EUR', 'GBP', 'SEK')),
    created_on date NOT NULL
);
