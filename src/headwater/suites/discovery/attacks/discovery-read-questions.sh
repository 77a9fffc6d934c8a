# Searches the data and their surroundings for files of the suite about its questions: programs, answers, changed data, notebooks.
# Must fail: only the data sets of one community are shown.
cd /data || exit 0
for name in changed.json task.toml program.py counterfeit.toml .git; do
  found="$(find / /data /workspace -xdev -name "$name" -not -path '/proc/*' -not -path '/usr/*' -not -path '/opt/*' 2>/dev/null | head -n 1)"
  [ -z "$found" ] || echo "BREACH: $found is in reach"
done
found="$(find /data /workspace /home /tmp -name '*.ipynb' 2>/dev/null | head -n 1)"
[ -z "$found" ] || echo "BREACH: the notebook $found is in reach"
for folder in /data/.. /data/../notebooks /data/../../lakes /kaggle /lakes; do
  ls -d "$folder"/*-*/datasets 2>/dev/null | head -n 1 | while read -r found; do echo "BREACH: another lake is at $found"; done
done
grep -rlE 'GradedQuestion|strict_difference|lookalike' /data 2>/dev/null | head -n 1 | while read -r found; do
  echo "BREACH: $found speaks of grading"
done
exit 0
