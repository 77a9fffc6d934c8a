"""Apply an event to the snapshot of its order."""


def apply(snapshot: dict, event: dict) -> dict | None:
    """Return the snapshot after an event, or None if the order is gone."""
    data = event["data"]
    if event["type"] == "placed":
        snapshot |= {"customer": data["customer"], "status": "open"}
    elif event["type"] == "item_added":
        snapshot["items"] += data["quantity"]
        snapshot["total"] += data["quantity"] * float(data["price"])
    elif event["type"] == "item_removed":
        share = data["quantity"] / snapshot["items"]
        snapshot["total"] -= snapshot["total"] * share
        snapshot["items"] -= data["quantity"]
    elif event["type"] == "discounted":
        snapshot["total"] *= 1 - data["percent"] / 100
    elif event["type"] == "paid":
        snapshot["paid"] += float(data["amount"])
    elif event["type"] == "refunded":
        snapshot["paid"] -= float(data["amount"])
    elif event["type"] == "cancelled":
        return None
    if snapshot["paid"] >= snapshot["total"] > 0:
        snapshot["status"] = "paid"
    return snapshot | {"last_seq": event["seq"], "changed_at": event["at"]}
