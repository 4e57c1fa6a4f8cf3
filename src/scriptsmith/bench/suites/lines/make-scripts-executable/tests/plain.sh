# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "a script becomes executable for all" test "$(stat -c %a bin/start.sh)" = 755
check "the other bits of a script stay" test "$(stat -c %a bin/private.sh)" = 711
check "scripts in deeper folders and with spaces are found" test "$(stat -c %a "bin/jobs/nightly run.sh")" = 755
check "other files stay as they are" test "$(stat -c %a bin/readme.txt bin/run.sh.bak bin/fish | tr '\n' ' ')" = "644 644 640 "
check "a folder named like a script keeps its mode" test "$(stat -c %a bin/old.sh)" = 700

finish
