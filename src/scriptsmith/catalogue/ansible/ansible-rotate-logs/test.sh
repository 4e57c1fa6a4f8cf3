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
# refuses: nothing_starts_it: Nothing starts logrotate
# refuses: only_the_idle_job: Nothing starts logrotate
# refuses: no_room_for_a_copy: not enough free room: /srv/shop/log/a.log
# refuses: only_links: /srv/shop/log/a.log is symbolic link
# refuses: two_rules_one_of_them_ours: duplicate log entry for /srv/shop/log/a.log
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
  stub df <<<'printf "%s\n" Avail 100'
  mkdir -p /srv/shop/log/old /etc/cron.daily
  head -c 100000 /dev/zero >/srv/shop/log/a.log
  head -c 200000 /dev/zero >/srv/shop/log/old/b.log
  echo logrotate >/etc/cron.daily/logrotate
  if [[ $rotate_name == shop ]]; then
    stub systemctl <<<'printf "Id=%s\nLoadState=%s\nActiveState=%s\n\n" logrotate.timer not-found inactive crond.service loaded active'
  else
    stub systemctl <<<'printf "Id=%s\nLoadState=%s\nActiveState=%s\n\n" logrotate.timer loaded active cron.service loaded inactive'
  fi
}

nothing_starts_it() { rm /etc/cron.daily/logrotate; }

only_the_idle_job() {
  stub systemctl <<<'printf "Id=%s\nLoadState=%s\nActiveState=%s\n\n" logrotate.timer loaded inactive cron.service loaded active'
}

no_room_for_a_copy() { head -c 200000 /dev/zero >/srv/shop/log/a.log; }

only_links() {
  stub logrotate <<'EOF'
log=/srv/shop/log/a.log
[[ $2 != /etc/logrotate.conf ]] || printf 'considering log %s\n  log %s is symbolic link. No -- skipping.\n' "$log" "$log" >&2
EOF
}

rule_for_other_files() {
  mkdir -p /etc/logrotate.d
  printf '/var/log/other/*.log {\n  weekly\n}\n' >"/etc/logrotate.d/$rotate_name"
}

a_folder() { :; }

label_of_other_files() { stub stat <<<'[[ ${!#} == /srv/shop/log ]] && echo system_u:object_r:var_t:s0'; }

open_folder() {
  sed -i "s:error.*:error\: skipping \"/srv/shop/log/a.log\" because parent directory has insecure permissions' >\&2:" "$(type -P logrotate)"
}

two_rules() { sed -i 's:/var/log/other/:/srv/shop/log/:' "$(type -P logrotate)"; }

two_rules_one_of_them_ours() {
  two_rules
  mkdir -p /etc/logrotate.d
  printf '%s {\n  weekly\n}\n' "$rotate_pattern" >"/etc/logrotate.d/$rotate_name"
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
