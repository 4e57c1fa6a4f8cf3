#!/usr/bin/env bash
. "$HARNESS"
# with: module_name=ip_vs
# refused: module_name=a b

before() {
  stub modprobe <<'EOF'
EOF
}

after() {
  check 'it is loaded at boot' test "$(cat "/etc/modules-load.d/$module_name.conf")" = "$module_name"
  check 'it is loaded now' calls "^modprobe $module_name" 
}
