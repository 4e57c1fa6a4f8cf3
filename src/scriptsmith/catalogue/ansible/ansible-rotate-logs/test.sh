#!/usr/bin/env bash
. "$HARNESS"
# with: rotate_name=shop
# with: rotate_pattern=/srv/shop/log/*.log
# with: rotate_keep=30
# refused: rotate_keep=few
# refused: rotate_name=../cron.d/shop
# refused: rotate_pattern=log/*.log

before() {
  stub logrotate <<'EOF'
[[ $2 == /etc/logrotate.conf ]] || grep -q 'rotate [0-9]' "$2"
EOF
}

after() {
  file=/etc/logrotate.d/${rotate_name:-var-log-app-log}
  check 'the pattern opens the rule' test "$(head -n 1 "$file")" = "$rotate_pattern {"
  check 'so many are kept' grep -qx "  rotate $rotate_keep" "$file"
  check 'old files are compressed' grep -qx '  compress' "$file"
  check 'a service that keeps its log open goes on with the fresh one' grep -qx '  copytruncate' "$file"
  check 'logrotate takes it: others cannot write it' test "$(stat -c %U:%a "$file")" = root:644
  check 'it was validated first' calls '^logrotate --debug'
  check 'all rules were read together' calls '^logrotate --debug /etc/logrotate.conf$'
}
