# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the ports are printed once, in numerical order" diff - "$OUT" <<'EOF'
22
53
80
443
8080
9090
10250
EOF

finish
