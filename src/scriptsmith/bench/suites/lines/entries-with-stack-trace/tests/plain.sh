# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the entries are printed whole, and only they" diff - "$OUT" <<'EOF'
2026-05-04 10:00:02 ERROR request 7 failed
java.lang.RuntimeException: wrapped
  at com.example.Api.call(Api.java:10)

Caused by: java.lang.OutOfMemoryError: heap space
  at com.example.Cache.put(Cache.java:99)
2026-05-04 10:00:04 FATAL OutOfMemoryError, giving up
EOF

finish
