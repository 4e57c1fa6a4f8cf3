# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() { printf '# database\nDB_HOST=new.example\nDB_PORT=5432\n#DB_HOST=commented.example\nDB_HOST_REPLICA=replica.example\n'; }
check "the exit status is 0" test "$STATUS" -eq 0
check "the key has the new value" grep -qx 'DB_HOST=new.example' app.env
check "a key with a longer name stays" grep -qx 'DB_HOST_REPLICA=replica.example' app.env
check "a comment stays" grep -qx '#DB_HOST=commented.example' app.env
check "nothing else changes" cmp -s app.env <(expected)
check "the mode stays" test "$(stat -c %a app.env)" = 640
check "nothing is left beside the file" test "$(find . -mindepth 1 | wc -l)" -eq 1
finish
