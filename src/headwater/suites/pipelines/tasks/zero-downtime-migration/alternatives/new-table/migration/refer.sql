ALTER TABLE shop.shipments ADD CONSTRAINT shipments_next_fkey
    FOREIGN KEY (order_id) REFERENCES orders_migration.orders (order_id) NOT VALID;
