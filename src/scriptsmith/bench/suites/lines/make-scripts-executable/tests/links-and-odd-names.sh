# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "a file outside that a link points to keeps its mode" test "$(stat -c %a other/tool.sh)" = 640
check "names with a leading dash, a newline and a glob are handled" test "$(stat -c %a -- bin/-x.sh $'bin/a\nb.sh' 'bin/*.sh' | tr '\n' ' ')" = "755 755 755 "

finish
