#!/usr/bin/env bash
. "$HARNESS"

before() {
  printf '%s\n' '# PASS_MAX_DAYS	Maximum number of days a password may be used.' 'PASS_MAX_DAYS   99999' $'PASS_MIN_DAYS\t0' \
    '#PASS_MIN_LEN	8' $'PASS_WARN_AGE\t7' >/etc/login.defs
}

after() {
  local file=/etc/login.defs
  check 'passwords expire' grep -qx $'PASS_MAX_DAYS\t90' "$file"
  check 'they have a length' grep -qx $'PASS_MIN_LEN\t14' "$file"
  check 'each is said once' test "$(grep -cE '^(PASS_MAX_DAYS|PASS_MIN_LEN)' "$file")" -eq 2
  check 'others stay' test "$(grep -cE $'^(PASS_MIN_DAYS\t0|PASS_WARN_AGE\t7)$' "$file")" -eq 2
  check 'the explanation stays' grep -q '^# PASS_MAX_DAYS' "$file"
}
