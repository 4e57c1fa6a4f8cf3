#!/usr/bin/env bash
. "$HARNESS"
# with: rotate_name=shop
# with: rotate_pattern=/srv/shop/log/*.log
# with: rotate_keep=30
# refused: rotate_keep=few
# refused: rotate_name=../cron.d/shop
# refused: rotate_pattern=log/*.log
# refused: rotate_pattern=/var/log/app/*
# refused: rotate_pattern=/usr/local/app/log/*.log
# refuses: rule_for_other_files: is the rule for other log files
# refuses: a_folder: is a folder: name the files
# given a_folder: rotate_pattern=/srv/shop/log
# refuses: label_of_other_files: SELinux keeps logrotate out of /srv/shop/log (system_u:object_r:var_t:s0)
# refuses: two_rules: duplicate log entry for /srv/shop/log/a.log
# refuses: open_folder: because parent directory has insecure permissions

before() {
  stub logrotate <<'EOF'
if [[ $2 == /etc/logrotate.conf ]]; then
  echo 'error: other:1 duplicate log entry for /var/log/other/a.log' >&2
else
  grep -q 'rotate [0-9]' "$2"
fi
EOF
}

rule_for_other_files() {
  mkdir -p /etc/logrotate.d
  printf '/var/log/other/*.log {\n  weekly\n}\n' >"/etc/logrotate.d/$rotate_name"
}

a_folder() { mkdir -p /srv/shop/log; }

label_of_other_files() { stub stat <<<'[[ ${!#} == /srv/shop/log ]] && echo system_u:object_r:var_t:s0'; }

open_folder() {
  sed -i "s:error.*:error\: skipping \"/srv/shop/log/a.log\" because parent directory has insecure permissions' >\&2:" "$(type -P logrotate)"
}

two_rules() { sed -i 's:/var/log/other/:/srv/shop/log/:' "$(type -P logrotate)"; }

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
