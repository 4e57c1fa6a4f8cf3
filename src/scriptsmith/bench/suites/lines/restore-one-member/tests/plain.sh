# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the file has the content of the member" cmp restore/app.conf <(printf 'port = 8080\nname = a  b')
check "nothing else is there" diff <(printf '%s\n' . ./bundle.tar.gz ./restore ./restore/app.conf) <(find . | sort)

finish
