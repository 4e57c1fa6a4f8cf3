# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
mode() { [[ $(stat -c %a "$2") == "$1" ]]; }
check "a setgid directory has exactly 0755" mode 755 www/up
check "a sticky directory has exactly 0755" mode 755 www/sticky
check "a setuid file has exactly 0644" mode 644 www/suid
check "a setuid script has exactly 0755" mode 755 www/run.sh
check "the number of changes is told" test "$(tail -n 1 "$OUT1")" = "changed 4"
check "the second run changes nothing" test "$STATUS2" -eq 0 -a "$(tail -n 1 "$OUT2")" = "changed 0"
finish
