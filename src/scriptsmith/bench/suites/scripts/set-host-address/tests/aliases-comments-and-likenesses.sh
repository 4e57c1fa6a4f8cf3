# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
has() { grep -qxF -- "$1" hosts; }
aliases() { [[ $(sed -n 's/#.*//; /^10\.0\.0\.5/p' hosts | xargs) == '10.0.0.5 web.example mail.example' ]]; }
check "the name is removed from among aliases, whatever its case" aliases
check "the comment of that line stays" grep -q '^10\.0\.0\.5.*# db\.example moved$' hosts
check "names that only look alike stay" has $'10.0.0.6\tdbxexample my-db.example db.example.org'
check "a name in a comment stays" has '10.0.0.7 other # db.example'
check "comment lines and blank lines stay" cmp -s <(head -n 2 hosts) <(printf '# db.example was 10.0.0.5\n\n')
check "a line with no name left is removed" test -z "$(grep -F 10.0.0.8 hosts)"
check "a line with an IPv6 address stays" has 'fe80::1%lo0 localhost'
check "the new line is the last" test "$(tail -n 1 hosts)" = $'10.0.0.9\tdb.example'
finish
