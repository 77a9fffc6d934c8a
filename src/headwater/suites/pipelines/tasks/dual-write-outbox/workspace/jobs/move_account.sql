-- Support, when customers merge: psql -v old=acc-17 -v new=acc-9 -f move_account.sql
UPDATE app.subscriptions SET account = :'new' WHERE account = :'old';
