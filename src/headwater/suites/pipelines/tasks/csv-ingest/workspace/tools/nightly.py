"""Start a nightly job, and report what it did: python3 tools/nightly.py ingest.py"""

import re
import subprocess
import sys

# What a job prints for each file.
LINE = re.compile(r"(?P<file>[\w.-]+\.csv): (?P<new>\d+) new, (?P<rejected>\d+) rejected")


def main(job: str) -> int:
    done = subprocess.run([sys.executable, job], capture_output=True, text=True)
    if done.returncode != 0:
        print(f"PAGE {job}: {done.stderr.strip() or done.stdout.strip()}")
        return done.returncode
    reports = [match for line in done.stdout.splitlines() if (match := LINE.fullmatch(line.strip()))]
    for report in reports:
        if int(report["rejected"]):
            print(f"MAIL support: {report['file']} has {report['rejected']} rows to correct")
    new = sum(int(report["new"]) for report in reports)
    print(f"LOG {job}: {len(reports)} files, {new} new events")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
