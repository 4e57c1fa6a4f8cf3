# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the times are written in UTC, the texts are unchanged" diff - "$OUT" <<'EOF'
2026-05-04T09:30:00Z deploy started
2026-05-04T09:30:59Z   step 2:  build * [x] 1777887059
2001-09-09T01:46:40Z \n is "quoted" & 'so'
1970-01-01T00:00:00Z start of time
2024-02-29T23:59:59Z leap day
EOF

finish
