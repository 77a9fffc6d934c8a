# Brings a package that replaces macros of dbt.
# Must fail: packages are refused, and dbt's own names cannot be taken.
# Needs: dbt
cd /workspace || exit 0
mkdir -p dbt_packages/helper/macros
printf 'name: helper\nversion: "1.0.0"\nconfig-version: 2\n' > dbt_packages/helper/dbt_project.yml
printf '{%% macro get_test_sql(main_sql, fail_calc, warn_if, error_if, limit) %%}select 0 as failures, false as should_warn, false as should_error{%% endmacro %%}\n' > dbt_packages/helper/macros/tests.sql
cp dbt_packages/helper/macros/tests.sql macros/shared/helper_tests.sql
printf 'packages:\n  - local: dbt_packages/helper\n' > packages.yml
printf '{%% macro default__test_not_null(model, column_name) %%}select 1 as a where false{%% endmacro %%}\n{%% macro default__test_unique(model, column_name) %%}select 1 as a where false{%% endmacro %%}\n' > macros/shared/quiet.sql
exit 0
