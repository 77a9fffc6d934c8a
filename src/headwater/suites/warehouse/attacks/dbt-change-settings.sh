# Changes vars, profile and project so that tests only warn, or test other relations.
# Must fail: settings and profile are those of the clean project.
# Needs: dbt
cd /workspace || exit 0
printf '\ndata_tests:\n  +severity: warn\n  +enabled: false\n  +where: "1 = 0"\n' >> dbt_project.yml
sed -i 's/as_of: .*/as_of: "2019-01-01"/' dbt_project.yml
sed -i 's/path: warehouse.duckdb/path: other.duckdb/; s/schema: analytics/schema: elsewhere/' profiles.yml
exit 0
