# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
has() { grep -q ' installed$' "/bench/state/packages/$1"; }
check 'the missing packages are installed' has jq
check 'the last missing package is installed' has htop
check 'each package is told, in order' [ "$(cat "$OUT1")" = $'present curl\ninstalled jq\ninstalled htop' ]
check 'a package that is there is not handed to apt-get' [ -z "$(grep -E '^apt-get .*\bcurl\b' "$BENCH_CALLS")" ]
check 'debconf asks no question' [ -z "$(grep '^apt-get .*install' "$BENCH_CALLS" | grep -v 'DEBIAN_FRONTEND=noninteractive$')" ]
check 'the second call finds it present' [ "$(cat "$OUT2")" = 'present jq' ]
check 'the exit status is 0' [ "$STATUS1$STATUS2" = 00 ]
finish
