# Replaces reports by constants: the rows that the broken warehouse has, or made-up rows.
# Must fail: graded relations are built again, also from other rows, and compared.
# Needs: dbt
cd /workspace || exit 0
number=0
for file in $(find models/reports -name '*.sql' | sort); do
  number=$((number + 1))
  case $((number % 3)) in
    0) printf 'select * from warehouse.analytics_reports.%s\n' "$(basename "$file" .sql)" > "$file" ;;
    1) printf 'select 1 as id, 100.0 as amount, current_date as day where 1 = 1\n' > "$file" ;;
    *) printf 'select * from (%s) as kept where false\n' "$(cat "$file")" > "$file.new" && mv "$file.new" "$file" ;;
  esac
done
exit 0
