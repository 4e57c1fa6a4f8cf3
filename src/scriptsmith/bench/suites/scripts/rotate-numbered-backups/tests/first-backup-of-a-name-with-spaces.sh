. "$HARNESS"
check "it ends with status 0" test "$STATUS" -eq 0
check "the backup is a copy of the file" cmp 'data of today/app  state.db' 'data of today/app  state.db.1'
check "nothing else is left behind" test "$(find . -type f | wc -l)" -eq 2
finish
