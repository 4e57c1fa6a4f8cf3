# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "what was removed, added and changed is told, ordered by path" diff - "$OUT" <<'EOF'
changed .env
added Z.conf
changed app.conf
removed conf.d/10 old.conf
added conf.d/20: new.conf
removed conf.d/gone/a.conf
removed conf.d/gone/b.conf
added fresh/deep/c.conf
EOF

finish
