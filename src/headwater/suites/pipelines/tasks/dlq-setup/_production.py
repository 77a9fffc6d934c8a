"""Production checks: new sites work, the output suits the pager and the alert, and no personal data is logged."""

from __future__ import annotations

import re

from _scans import CLICKHOUSE_UNREACHABLE, DEAD, PARTITIONS, TOPIC, describe_errors, letters, scan, send, truth

from headwater.grading import Graded, Result, State, expect, production

MONTH_MS = "2592000000"
PEOPLE = ("Hedvig Torstensson", "Kungsgatan 14")


@production(demand="docs/dead-letters.md#where-they-go")
def a_new_site_gets_the_topic(graded: Graded) -> Result:
    """On a site with only the scans topic, a deployment creates the documented dead letter topic, and a run uses it."""
    with graded.copy(data="starting") as site:
        tool = site.run("python3 tools/topics.py")
        partitions = site.kafka.topics().get(DEAD, 0)
        retention = _retention(site) if partitions else None
        completed = site.run()
        fault = describe_errors(site, truth(graded))
    return expect(
        tool.exit_code == 0
        and completed.exit_code == 0
        and not fault
        and partitions == PARTITIONS
        and retention == MONTH_MS,
        f"the deployment exited with {tool.exit_code}; {DEAD} has {partitions} partitions and keeps {retention} ms; "
        f"the run exited with {completed.exit_code}; {fault or 'all is right'}",
    )


def _retention(state: State) -> str:
    from confluent_kafka.admin import AdminClient, ConfigResource

    resource = ConfigResource(ConfigResource.Type.TOPIC, DEAD)
    with state.stack.network:
        admin = AdminClient({"bootstrap.servers": state.stack.variables["KAFKA_BOOTSTRAP_SERVERS"], "log_level": 2})
        return str(admin.describe_configs([resource])[resource].result(10)["retention.ms"].value)


@production(demand="docs/dead-letters.md#what-a-run-says")
def the_alert_can_read_the_run(graded: Graded) -> Result:
    """The last line gives the numbers of stored messages and dead letters, and a run with dead letters exits with 0."""
    with graded.copy() as copy:
        send(copy, [scan(1), b"{", scan(2), None, scan(3)])
        completed = copy.run()
    last = (completed.stdout.strip().splitlines() or [""])[-1]
    return expect(
        completed.exit_code == 0 and last == "stored=3 dead=2",
        f"three valid and two broken messages: exit code {completed.exit_code}, last line {last[:120]!r}",
    )


@production(demand="docs/dead-letters.md#neither quotes what a message holds")
def nobodys_data_leaves(graded: Graded) -> Result:
    """Neither a run's output nor the reason in a dead letter quotes a broken message."""
    name, street = PEOPLE
    bad = [
        scan(1, weight_g=name),
        scan(2, scanned_at=street),
        scan(3, carrier=name),
        scan(4, status="", recipient=name),
        scan(5, recipient=street)[:-4],
        name.encode(),
    ]
    with graded.copy() as copy:
        send(copy, bad)
        completed = copy.run()
        texts = [completed.stdout, completed.stderr, *(letter.reason for letter in letters(copy.kafka))]
        aside = sum(message.value in bad for message in copy.kafka.messages(DEAD))
    quoted = [text for text in texts if any(each in text for each in PEOPLE)]
    return expect(
        aside == len(bad) and not quoted,
        f"{aside} of {len(bad)} messages are dead letters; quoted in {str(quoted[:1])[:200]}",
    )


@production(demand="README.md#when-a-run-fails")
def the_pager_shows_what_is_away(graded: Graded) -> Result:
    """If ClickHouse is unreachable, a run prints one line that says so, without traceback or password."""
    with graded.copy() as copy:
        send(copy, [scan(1), b"{"])
        completed = copy.run(env=CLICKHOUSE_UNREACHABLE)
    output, secret = completed.stderr.strip(), CLICKHOUSE_UNREACHABLE["CLICKHOUSE_PASSWORD"]
    return expect(
        completed.exit_code == 1
        and "ClickHouse" in (output.splitlines() or [""])[-1]
        and "Traceback" not in output
        and secret not in output + completed.stdout,
        f"without ClickHouse: exit code {completed.exit_code}, {output.replace(secret, '<the password>')[-200:]!r}",
    )


@production(demand="docs/dead-letters.md#who-has-them")
def whoever_is_on_call_finds_it(graded: Graded) -> Result:
    """The documented list of dead letter topics contains the new topic and those of the other teams."""
    rows = re.findall(
        r"^\|\s*`?([\w.-]+)`?\s*\|\s*`?([\w.-]+)`?\s*\|", graded.workspace.read_text("docs/dead-letters.md"), re.M
    )
    expected = {(topic, f"{topic}.dlq") for topic in ("orders", "refunds", "stock-moves", TOPIC)}
    return expect(expected <= set(rows), f"not listed: {sorted(expected - set(rows)) or 'none'}")
