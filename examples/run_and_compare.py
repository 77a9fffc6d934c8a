"""Run two agents on two tasks, wait, and print the results as a table. It needs no model and no key."""

import headwater

job = headwater.run(["pipelines/broken-connection", "pipelines/csv-ingest"], agents=["oracle", "nop"])
results = job.wait().results()
for row in results:
    print(f"{row['task']:32} {row['agent']:8} {row['gates_cleared']}/5 gates  score {row['score']:.2f}")
for group in results.summarize("agent").groups:
    score = group.score
    print(f"{group.label}: {score.value:.2f}, 95 % interval {score.low:.2f} to {score.high:.2f}, {group.trials} trials")
