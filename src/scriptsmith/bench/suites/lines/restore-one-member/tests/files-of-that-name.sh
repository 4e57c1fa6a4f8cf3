# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the file has the content of the member" cmp restore/app.conf <(printf 'port = 8080\nname = a  b')
check "the file in the current folder stays as it is" test "$(cat etc/app/app.conf)" = mine
check "nothing else is there" test "$(find . -type f | sort | tr '\n' ' ')" = "./bundle.tar.gz ./etc/app/app.conf ./restore/app.conf "

finish
