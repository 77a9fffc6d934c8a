set -eu
cp /solution/ingest.py /solution/schema.sql /solution/server.py .
python3 - <<'PY'
from pathlib import Path

path = Path("server.py")
code = path.read_text()
start, end = code.index('COUNTED = """'), code.index("class BadRequestError")
code = code[:start] + '''PLAYS = """
    SELECT episode_id, listener_id, toUnixTimestamp(started_at), position_sec, duration_sec FROM analytics.plays FINAL
    WHERE show_id = {show:UInt32} AND started_at >= {first:Date} AND started_at < {last:Date}
"""
OUT = "SELECT listener_id FROM analytics.listeners FINAL WHERE counts = 0"


''' + code[end:]
start, end = code.index("    def asked("), code.index("@cache\ndef database()")
code = code[:start] + '''    def plays(self) -> list[tuple[int, ...]]:
        """Return the plays that count: episode, listener, start, position and duration."""
        out = {listener for (listener,) in database().query(OUT).result_rows}
        rows = database().query(PLAYS, {"show": self.show, "first": self.first, "last": self.last}).result_rows
        return [row for row in rows if row[1] not in out]


''' + code[end:]
start, end = code.index("def top("), code.index("PAGES:")
code = code[:start] + '''def top(given: dict[str, str]) -> dict[str, Any]:
    limit = number("limit", given.get("limit", "10"), MOST_EPISODES)
    heard: dict[int, list[int]] = {}
    for episode, listener, _, position, _ in selection(given).plays():
        if position >= 30:
            heard.setdefault(episode, []).append(listener)
    best = sorted(heard.items(), key=lambda each: (-len(each[1]), each[0]))[:limit]
    return {"episodes": [{"episode": name, "plays": len(who), "listeners": len(set(who))} for name, who in best]}


def funnel(given: dict[str, str]) -> dict[str, Any]:
    plays = selection(given).plays()
    return {
        "started": len({listener for _, listener, *_ in plays}),
        "half": len({who for _, who, _, position, duration in plays if 2 * position >= duration}),
        "finished": len({who for _, who, _, position, duration in plays if 100 * position >= 95 * duration}),
    }


def hourly(given: dict[str, str]) -> dict[str, Any]:
    chosen = selection(given)
    if (chosen.last - chosen.first).days > MOST_DAYS:
        raise BadRequestError(f"at most {MOST_DAYS} days")
    plays = Counter(start // 3600 for _, _, start, position, _ in chosen.plays() if position >= 30)
    begin, end = (datetime(*day.timetuple()[:3], tzinfo=UTC) for day in (chosen.first, chosen.last))
    return {
        "hours": [
            {"hour": f"{datetime.fromtimestamp(hour * 3600, UTC):%Y-%m-%dT%H:%M:%SZ}", "plays": plays[hour]}
            for hour in range(int(begin.timestamp()) // 3600, int(end.timestamp()) // 3600)
        ]
    }


''' + code[end:]
code = code.replace("import sys\n", "import sys\nfrom collections import Counter\n", 1)
path.write_text(code)
PY
python3 ingest.py
