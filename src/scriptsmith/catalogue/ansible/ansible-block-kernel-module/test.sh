#!/usr/bin/env bash
. "$HARNESS"
# with: blocked_module=dccp
# refused: blocked_module=a b

before() {
  mkdir -p /etc/modprobe.d
}

after() {
  file=/etc/modprobe.d/block-$blocked_module.conf
  check 'it is not loaded for a device' grep -qx "blacklist $blocked_module" "$file"
  check 'nor by name' grep -qx "install $blocked_module /bin/false" "$file"
}
