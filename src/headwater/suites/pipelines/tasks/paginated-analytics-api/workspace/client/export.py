"""Print all events of a workspace, as our customers' export does: export.py WORKSPACE."""

import json
import sys
import urllib.parse
import urllib.request

URL = "http://127.0.0.1:3000/api/events"


def main() -> int:
    parameters = {"workspace": sys.argv[1], "limit": "200"}
    while True:
        with urllib.request.urlopen(f"{URL}?{urllib.parse.urlencode(parameters)}") as answer:
            page = json.load(answer)
        for event in page["events"]:
            print(event["id"], event["at"], event["actor"], event["action"], event["target"], sep="\t")
        if page["next"] is None:
            return 0
        parameters["cursor"] = page["next"]


if __name__ == "__main__":
    sys.exit(main())
