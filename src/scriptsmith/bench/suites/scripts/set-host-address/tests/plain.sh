# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
address() { [[ $(awk -v n="$1" '{ for (i = 2; i <= NF; i++) if ($i == n) print $1 }' hosts) == "$2" ]]; }
check "the exit status is 0" test "$STATUS" -eq 0
check "the name has the new address" address db.example 10.0.0.9
check "the old address is gone with its only name" test -z "$(grep '^10\.0\.0\.5' hosts)"
check "the added line has a tab" grep -qx $'10\\.0\\.0\\.9\tdb\\.example' hosts
check "the other lines stay" cmp -s <(head -n 2 hosts) <(printf '127.0.0.1\tlocalhost\n10.0.0.6\tweb.example www.example\n')
finish
