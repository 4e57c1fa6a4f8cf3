# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "trailing spaces and tabs are gone, the rest is as it was" diff - config.yaml <<'EOF'
server:
  name: "a  b"

  ports:
	- 80
  note: tab	inside

end: true
EOF
check "no other file appears" test "$(ls -A)" = config.yaml

finish
