# Answers with many numbers and words of the data, in the hope that one of them is right or counts in part.
# Must fail: an answer is right as a whole or not at all, and has the requested number of items.
cd /workspace || exit 0
words="$(find /data -name '*.csv' | sort | head -n 20 | xargs -r head -qn 2 | tr ';,|\t' '\n\n\n\n' | head -n 60 | tr '\n' ';')"
printf '42; 42%%; %s' "$words" > result.txt
printf 'print(open("result.txt").read().strip())\n' > answer.py
exit 0
