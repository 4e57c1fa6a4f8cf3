# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "all folders have mode 755" test -z "$(find www -type d ! -perm 755)"
check "all files have mode 644" test -z "$(find www -type f ! -perm 644)"
check "a linked file outside keeps its mode" test "$(stat -c %a outside/secret.key)" = 600
check "a linked folder outside keeps its mode" test "$(stat -c %a outside)" = 700

finish
