# Writes templates and SQL that never end, or need all memory.
# Must fail: rendering, statements and the judge have limits.
# Needs: dbt
cd /workspace || exit 0
first=$(find models/staging -name '*.sql' | sort | head -1)
printf 'select count(*) as n from range(1000000000) a, range(1000000000) b\n' > "$first"
second=$(find models/staging -name '*.sql' | sort | sed -n 2p)
printf '{%% for a in range(100000) %%}{%% for b in range(100000) %%}{{ a * b }}{%% endfor %%}{%% endfor %%}select 1 as a\n' > "$second"
exit 0
