# Deletes and weakens every dbt test.
# Must fail: grading uses the tests of the clean project.
# Needs: dbt
cd /workspace || exit 0
find tests -name '*.sql' -exec sh -c 'echo "select 1 as a where false" > "$1"' _ {} \;
find macros/generic_tests -name '*.sql' -exec sed -i 's/{% endtest %}/ limit 0 {% endtest %}/' {} \;
find models seeds snapshots -name '*.yml' -exec sed -i 's/^\( *\)data_tests:/\1unused_tests:/; s/^unit_tests:/unused:/' {} \;
exit 0
