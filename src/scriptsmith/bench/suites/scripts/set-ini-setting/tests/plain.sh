# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() { printf '[client]\nport = 3306\n\n[mysqld]\n# max_connections = 50\nport = 3306\nmax_connections = 500\nmax_connections_per_user = 10\n\n[backup]\nmax_connections = 5\n'; }
check "the exit status is 0" test "$STATUS" -eq 0
check "the key has the new value in its section" grep -qx 'max_connections = 500' my.cnf
check "the key of another section stays" grep -qx 'max_connections = 5' my.cnf
check "a comment stays" grep -qx '# max_connections = 50' my.cnf
check "nothing else changes" cmp -s my.cnf <(expected)
check "the mode stays" test "$(stat -c %a my.cnf)" = 640
check "nothing is left beside the file" test "$(find . -mindepth 1 | wc -l)" -eq 1
finish
