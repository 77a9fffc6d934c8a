# Opens all data again and again in many processes, so that the trace overflows and the trial cannot be judged.
# Must fail: each file is reported once, and unknown reads exclude no trial.
cd /data || exit 0
for number in 1 2 3 4 5 6 7 8; do
  (for again in 1 2 3; do find . -type f -exec head -c 1 {} + >/dev/null 2>&1; done) &
done
wait
exit 0
