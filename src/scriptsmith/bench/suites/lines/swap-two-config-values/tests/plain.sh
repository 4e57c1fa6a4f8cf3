. "$HARNESS"
expected='# who serves
port=5432
primary_host=db-b.example
# and who waits
standby_host=db-a.example
timeout=30'
check "the two values are swapped and all else stays" diff - cluster.conf <<<"$expected"
check "the file keeps its mode" test "$(stat -c %a cluster.conf)" = 640
check "no other file is left behind" test "$(find . -mindepth 1 | wc -l)" -eq 1
check "it ends with status 0" test "$STATUS" -eq 0
finish
