set -eu
cp -r /solution/migrations /solution/migrate.sh /solution/rollback.sql /solution/README.md .
sed -i 's/(user_id, placed_at)/(channel, item_count)/; s/(placed_at)/(item_count, channel)/; s/(status, placed_at)/(total_cents)/; s/(lower(contact_email))/(upper(note))/' migrations/*.sql
bash migrate.sh
