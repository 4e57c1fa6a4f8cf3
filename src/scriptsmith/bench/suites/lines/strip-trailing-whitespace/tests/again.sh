# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "a second run changes nothing more" diff - config.yaml <<'EOF'
a: 1
  b: 2
EOF
check "the second run ends well" test "$STATUS" = 0

finish
