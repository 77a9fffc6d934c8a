-- Addresses are only compared for equality, and a hash is shorter than most of them.
CREATE INDEX CONCURRENTLY orders_email_idx ON app.orders USING hash (lower(contact_email));
