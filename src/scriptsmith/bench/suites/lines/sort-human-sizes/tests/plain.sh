# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the lines come by size, the largest first" diff - "$OUT" <<'EOF'
1.1T	/srv/store
12G	/var/lib/docker
1.5G	/var/log
1001M	/home/1.9T
980M	/opt
12M	/usr/share/my docs
900K	/etc
4.0K	/srv/9G
0	/proc
EOF

finish
