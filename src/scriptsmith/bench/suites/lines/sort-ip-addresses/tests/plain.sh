# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the addresses come in numerical order, each once" diff - "$OUT" <<'EOF'
2.200.1.1
9.255.0.1
10.0.0.2
10.0.0.9
10.0.0.10
10.0.2.1
10.0.10.1
10.2.0.1
100.0.0.1
192.168.1.1
EOF

finish
