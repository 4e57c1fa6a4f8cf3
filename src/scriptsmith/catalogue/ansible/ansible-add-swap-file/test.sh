#!/usr/bin/env bash
. "$HARNESS"
# with: swap_path=/srv/swap.img
# with: swap_megabytes=2048
# refused: swap_megabytes=much
# refused: swap_path=swap

before() {
  printf '/dev/sda1 / ext4 defaults 0 1\n' >/etc/fstab
  stub fallocate <<'EOF'
: >"$3"
EOF
  stub mkswap <<'EOF'
[[ -e $1 && $(stat -c %a "$1") == 600 ]]
EOF
  stub swapon <<'EOF'
EOF
}

after() {
  check 'it has its size' calls "^fallocate --length ${swap_megabytes}MiB $swap_path"
  check 'only root may read it' test "$(stat -c %U:%a "$swap_path")" = root:600
  check 'it was prepared once' test "$(calls "^mkswap $swap_path" | wc -l)" -eq 1
  check 'and enabled' calls "^swapon $swap_path"
  check 'it is enabled at boot' grep -qx "$swap_path none swap sw 0 0" /etc/fstab
  check 'the root stays' grep -qx '/dev/sda1 / ext4 defaults 0 1' /etc/fstab
}
