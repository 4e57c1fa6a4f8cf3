# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() { printf 'listen 10.0.0.1:8080;\n# 10.0.0.1 again\nroot /srv/www;\n'; }
check "the exit status is 0" test "$STATUS" -eq 0
check "the file is written" test -s app.conf
check "every name has its value" cmp -s app.conf <(expected)
check "the mode of a new file is 0644" test "$(stat -c %a app.conf)" = 644
check "template and values stay" grep -q '{{HOST}}' app.tmpl
check "nothing else is left in the folder" test "$(find . -mindepth 1 | wc -l)" -eq 3
finish
