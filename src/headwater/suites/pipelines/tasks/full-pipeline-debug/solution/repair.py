"""Make the topic what app.parcels says, whatever was sent before."""

import connections
import messages
import psycopg
from messages import Change, Sender
from publish import advance, rows

_PARCELS = "SELECT parcel_id, revision, false, depot, state, price, posted_on, updated_at FROM app.parcels"
_DELETED = "SELECT parcel_id, max(revision), max(deleted_at) FROM app.deleted_parcels GROUP BY parcel_id"


def known() -> dict[int, tuple[int, bool]]:
    """Return the newest revision of each parcel in the topic, and whether it is a deletion."""
    consumer = connections.consumer()
    newest: dict[int, tuple[int, bool]] = {}
    for batch in messages.read(consumer):
        for change in filter(None, (messages.parse(message.value()) for message in batch)):
            if change.revision > newest.get(change.parcel, (0, False))[0]:
                newest[change.parcel] = (change.revision, change.is_deleted)
    consumer.close()
    return newest


def send_missing(postgres: psycopg.Connection) -> int:
    """Send the parcels and deletions that the topic lacks. Return the number of messages."""
    sender, topic, newest = Sender(connections.producer()), known(), None
    with postgres.transaction():
        postgres.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        for *values, updated_at in rows(postgres, _PARCELS):
            change = Change(*values)
            if topic.pop(change.parcel, None) != (change.revision, False):
                sender.send(change)
            newest = max(newest or updated_at, updated_at)
        deleted = {}
        for parcel, revision, deleted_at in postgres.execute(_DELETED):
            deleted[parcel] = revision
            newest = max(newest or deleted_at, deleted_at)
        # What is left in the topic is no longer in Postgres.
        for parcel, (revision, is_deleted) in topic.items():
            if not is_deleted:
                sender.send(Change(parcel, max(deleted.get(parcel, 0), revision + 1), is_deleted=True))
        sent = sender.finish()
        if newest:
            advance(postgres, newest)
    return sent
