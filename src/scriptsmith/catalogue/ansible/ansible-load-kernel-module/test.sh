#!/usr/bin/env bash
. "$HARNESS"
# with: module_name=box_module
# refused: module_name=a b
# refused: module_name=snd,ac97
# refuses: kept_out: is blacklisted in
# refuses: true_in_its_place: from being loaded
# refuses: false_in_its_place: from being loaded

before() {
  mkdir -p /etc/modules-load.d /etc/modprobe.d
  printf 'blacklist another_module\ninstall another_module /bin/true\n' >/etc/modprobe.d/others.conf
  [[ $module_name != box_module ]] || echo other >/etc/modules-load.d/box_module.conf
  stub modprobe <<'EOF'
if [[ $* == --showconfig ]]; then cat /etc/modprobe.d/*.conf && exit; fi
[[ -e /srv/loaded ]] || echo insmod "$2"
touch /srv/loaded
EOF
}

kept_out() { echo "blacklist ${module_name//-/_}" >/etc/modprobe.d/local.conf; }

true_in_its_place() { echo "install ${module_name//-/_} /bin/true" >/etc/modprobe.d/cis.conf; }
false_in_its_place() { echo "install ${module_name//-/_} /usr/bin/false" >/etc/modprobe.d/cis.conf; }

after() {
  file=/etc/modules-load.d/$module_name.conf
  check 'it is loaded at boot' grep -qx "$module_name" "$file"
  [[ $module_name != box_module ]] || check 'other modules stay' grep -qx other "$file"
  check 'everybody can read it' test "$(stat -c %U:%a "$file")" = root:644
  check 'it is loaded now' bash -c '[[ -e $1 ]] || [[ -n $2 ]]' _ "/sys/module/$module_name" "$(calls "^modprobe --verbose $module_name\$")"
}
