CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_email_idx ON app.orders (lower(contact_email));
