"""Process requests for erasure. Cron starts it every night, after load.py."""

import connections

ERASE = """
    UPDATE app.accounts a SET deleted_at = now() FROM privacy.requests r
    WHERE r.status = 'open' AND a.deleted_at IS NULL AND (a.account_id = r.account_id OR lower(a.email) = lower(r.email))
"""
DONE = "UPDATE privacy.requests SET status = 'done', completed_at = now() WHERE status = 'open'"


def main() -> None:
    with connections.postgres() as postgres:
        postgres.execute(ERASE)
        erased = postgres.execute(DONE).rowcount
    print(f"erased={erased} held=0")


if __name__ == "__main__":
    main()
