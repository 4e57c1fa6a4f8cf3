#!/usr/bin/env bash
. "$HARNESS"
# with: swap_path=/data/swap.img
# with: swap_megabytes=2048
# refused: swap_megabytes=much
# refused: swap_megabytes=0
# refused: swap_path=swap
# refused: swap_path=/srv/my swap
# refuses: kubelet: would not start any more: first set failSwapOn to false in /var/lib/kubelet/config.yaml
# refuses: folder_there: no swap file of
# refuses: other_file: no swap file of
# refuses: other_size: no swap file of
# refuses: no_room: too little for
# fails: holes: swapon failed
# fails: no_room_after_all: No space left on device

before() {
  mkdir -p /mnt/data
  ln -sfn /mnt/data /data
  printf '/dev/sda1 / ext4 defaults 0 1\n' >/etc/fstab
  stub fallocate <<'EOF'
truncate --size "${2%iB}" "$3"
EOF
  stub mkswap <<'EOF'
[[ -e $1 && $(stat -c %a "$1") == 600 ]] && : >/run/prepared
EOF
  stub blkid <<'EOF'
[[ -e /run/prepared ]] || exit 2
echo swap
EOF
  stub df <<<'printf "%s\n" "1M-blocks Avail" "   20000  3048"'
  stub swapon <<'EOF'
if [[ $1 == --show=NAME ]]; then cat /run/swaps; else realpath "$1" >>/run/swaps; fi
EOF
  : >/run/swaps
  mkdir -p /etc/kubernetes/kubelet
  printf '{\n  "failSwapOn": false\n}\n' >/etc/kubernetes/kubelet/config.json
}

kubelet() {
  mkdir -p /var/lib/kubelet
  printf 'kind: KubeletConfiguration\n# failSwapOn: false\n' >/var/lib/kubelet/config.yaml
}

folder_there() { mkdir -p "$swap_path"; }

other_file() {
  mkdir -p "${swap_path%/*}"
  truncate --size "${swap_megabytes}M" "$swap_path"
}

other_size() {
  mkdir -p "${swap_path%/*}"
  truncate --size 5M "$swap_path"
  : >/run/prepared
}

no_room() { sed -i 's/3048/3047/' "$(type -P df)"; }
no_room_after_all() { stub fallocate <<<'truncate --size 1G "$3"; echo "fallocate failed: No space left on device" >&2; exit 1'; }

holes() {
  stub swapon <<'EOF'
[[ $1 == --show=NAME ]] || { echo 'swapon failed: Invalid argument' >&2; exit 255; }
EOF
}

after() {
  check 'it has its size' test "$(stat -c %s "$swap_path")" -eq "$((swap_megabytes * 1048576))"
  check 'it was allocated, with no holes' calls "^fallocate --length ${swap_megabytes}MiB $swap_path"
  check 'only root may read it' test "$(stat -c %U:%a "$swap_path")" = root:600
  check 'it was prepared once' test "$(calls "^mkswap $swap_path" | wc -l)" -eq 1
  check 'and is in use, once' test "$(cat /run/swaps)" = "$(realpath "$swap_path")"
  check 'it is enabled at boot' grep -qx "$swap_path none swap sw 0 0" /etc/fstab
  check 'the root stays' grep -qx '/dev/sda1 / ext4 defaults 0 1' /etc/fstab
  check 'fstab as it was is kept' grep -qx '/dev/sda1 / ext4 defaults 0 1' /etc/fstab.*
}
