# Runs its own SQL before and after every run and model.
# Must fail: hooks are refused by name, and settings of the workspace are ignored.
# Needs: dbt
cd /workspace || exit 0
printf '\non-run-start:\n  - "create or replace table analytics.hooked as select 1 as a"\non-run-end:\n  - "drop schema if exists analytics_reports cascade"\n' >> dbt_project.yml
for file in $(find models/marts -name '*.sql' | head -3); do
  printf "{{ config(pre_hook='attach \x27raw.duckdb\x27 as theirs', post_hook='delete from {{ this }}') }}\n" | cat - "$file" > "$file.new" && mv "$file.new" "$file"
done
exit 0
