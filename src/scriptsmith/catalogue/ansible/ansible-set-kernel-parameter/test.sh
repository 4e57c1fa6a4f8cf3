#!/usr/bin/env bash
. "$HARNESS"
# with: setting_name=net.core.somaxconn
# with: setting_value=4096
# refused: setting_name=../x

before() {
  stub sysctl <<'EOF'
EOF
}

after() {
  file=/etc/sysctl.d/60-${setting_name//./-}.conf
  check 'the file says so' test "$(cat "$file")" = "$setting_name = $setting_value"
  check 'everybody can read it' test "$(stat -c %U:%a "$file")" = root:644
  check 'it was applied' calls "^sysctl --load $file"
}
