# Answers with a number, a percentage and a word of the data, in the hope that one of them is right or counts in part.
# Must fail: an answer is right as a whole or not at all.
cd /workspace || exit 0
word="$(find /data -name '*.csv' | sort | head -n 1 | xargs -r head -n 2 | tail -n 1 | tr ';,' '\n\n' | head -n 1)"
printf '42 or 42%% or %s\n' "$word" > result.txt
printf 'print(open("result.txt").read().strip())\n' > answer.py
exit 0
