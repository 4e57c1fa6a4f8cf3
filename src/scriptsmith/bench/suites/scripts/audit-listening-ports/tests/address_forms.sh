# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a socket on every address is told with *' grep -qxF '9100 *' "$OUT"
check 'loopback in all its forms does not count' [ -z "$(grep -E '^(53|631|8005) ' "$OUT")" ]
check 'brackets and interface are left out' grep -qxF '8443 fe80::1' "$OUT"
check 'a port that contains an allowed number is not allowed by it' grep -qxF '2222 192.0.2.127' "$OUT"
check 'a mapped address that is not loopback counts' grep -qxF '222 ::ffff:192.0.2.7' "$OUT"
check 'nothing else is told' [ "$(wc -l <"$OUT")" -eq 4 ]
finish
