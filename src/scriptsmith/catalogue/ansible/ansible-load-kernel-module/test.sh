#!/usr/bin/env bash
. "$HARNESS"
# with: module_name=box_module
# refused: module_name=a b
# refused: module_name=snd,ac97

before() {
  mkdir -p /etc/modules-load.d
  [[ $module_name != box_module ]] || echo other >/etc/modules-load.d/box_module.conf
  stub modprobe <<'EOF'
[[ -e /srv/loaded ]] || echo insmod "$2"
touch /srv/loaded
EOF
}

after() {
  file=/etc/modules-load.d/$module_name.conf
  check 'it is loaded at boot' grep -qx "$module_name" "$file"
  [[ $module_name != box_module ]] || check 'other modules stay' grep -qx other "$file"
  check 'everybody can read it' test "$(stat -c %U:%a "$file")" = root:644
  check 'it is loaded now' bash -c '[[ -e $1 ]] || [[ -n $2 ]]' _ "/sys/module/$module_name" "$(calls "^modprobe --verbose $module_name\$")"
}
