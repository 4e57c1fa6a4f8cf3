#!/usr/bin/env bash
. "$HARNESS"
# with: blocked_module=dccp
# refused: blocked_module=a b
# refused: blocked_module=floppy.ko

before() {
  mkdir -p /etc/modprobe.d
  stub modinfo <<<'exit 1'
  stub modprobe <<'EOF'
[[ $* == --showconfig ]] && awk '$1 == "install" { gsub(/-/, "_", $2); print }' /etc/modprobe.d/*.conf
EOF
  stub update-initramfs <<<'[[ $* == -u ]] && : >/run/initramfs-built'
  stub dracut <<<'[[ $* == --force ]] && : >/run/initramfs-built'
}

after() {
  file=/etc/modprobe.d/block-$blocked_module.conf
  check 'it is not loaded for a device' grep -qx "blacklist $blocked_module" "$file"
  check 'nor by name' grep -qx "install $blocked_module /bin/false" "$file"
  check 'nor from the initramfs' test -e /run/initramfs-built
  check 'modprobe was asked what it takes' calls '^modprobe --showconfig'
}
