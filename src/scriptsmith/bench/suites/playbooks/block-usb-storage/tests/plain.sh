#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/modprobe.d
  echo 'blacklist usb_storage' >/etc/modprobe.d/usb-storage.conf
  echo 'options loop max_loop=16' >/etc/modprobe.d/loop.conf
  stub modprobe <<<'exit 0'
  stub rmmod <<<'exit 0'
}

after() {
  local file=/etc/modprobe.d/usb-storage.conf
  check 'it is not loaded by itself' test "$(grep -cx 'blacklist usb_storage' "$file")" -eq 1
  check 'nor by name' test "$(grep -cx 'install usb_storage /bin/false' "$file")" -eq 1
  check 'others stay' grep -qx 'options loop max_loop=16' /etc/modprobe.d/loop.conf
  check 'no module was touched' test "$(calls 'modprobe|rmmod' | wc -l)" -eq 0
}
