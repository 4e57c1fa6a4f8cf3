#!/usr/bin/env bash
. "$HARNESS"
# with: limit_user=kafka
# with: limit_files=100000
# refused: limit_files=many
# refused: limit_user=-a

after() {
  file=/etc/security/limits.d/$limit_user.conf
  check 'the soft limit is set' grep -qx "$limit_user soft nofile $limit_files" "$file"
  check 'the hard limit is set' grep -qx "$limit_user hard nofile $limit_files" "$file"
  check 'there is nothing else' test "$(wc -l <"$file")" -eq 2
}
