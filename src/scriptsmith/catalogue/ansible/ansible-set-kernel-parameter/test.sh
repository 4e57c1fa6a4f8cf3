#!/usr/bin/env bash
. "$HARNESS"
# with: setting_name=net.netfilter.nf_conntrack_max
# with: setting_value=4096 131072 6291456
# refused: setting_name=../x
# refused: setting_name=swappiness
# refused: setting_value= 10
# refuses: no_such_parameter: cannot stat
# refuses: not_taken: Invalid argument
# refuses: later_file: Another file comes later
# refuses: later_file_of_a_package: Another file comes later
# refuses: sysctl_conf: Another file comes later
# fails: takes_less: the kernel has 4096 now
# refuses: ufw_is_on: Another file comes later

before() { # a value may have several words, though not that of this parameter
  mkdir -p /etc/modules-load.d /etc/sysctl.d /srv/values
  printf '%s = 1\n' "$setting_name" >/etc/sysctl.d/10-early.conf
  printf '%s = %s\n' "${setting_name//.//}" "${setting_value// /$'\t'}" >/etc/sysctl.d/99-same.conf
  printf '#%s = 2\n%s_too = 3\n' "$setting_name" "$setting_name" >/etc/sysctl.d/99-late.conf
  mkdir -p /etc/ufw
  echo ENABLED=no >/etc/ufw/ufw.conf
  echo "${setting_name//.//}=0" >/etc/ufw/sysctl.conf
  echo 60 >"/srv/values/$setting_name"
  stub sysctl <<'EOF'
case $1 in
  -n) tr ' ' '\t' <"/srv/values/$2" ;;
  -w) echo "${2#*=}" >"/srv/values/${2%%=*}" ;;
  *) exit 1 ;;
esac
EOF
}

no_such_parameter() { stub sysctl <<<'echo "sysctl: cannot stat" >&2; exit 255'; }
not_taken() { sed -i 's/^  -w) .*/  -w) echo "sysctl: Invalid argument" >\&2; exit 255 ;;/' "$(type -P sysctl)"; }
later_file() { echo "$setting_name=7" >>/etc/sysctl.d/99-late.conf; }

later_file_of_a_package() {
  mkdir -p /usr/lib/sysctl.d
  echo "- ${setting_name//.//} = 7" >/usr/lib/sysctl.d/70-vendor.conf
}

sysctl_conf() { echo "$setting_name = 7" >>/etc/sysctl.conf; }
# As of vm.nr_hugepages.
takes_less() { sed -i 's/^  -w) .*/  -w) echo 4096 >"\/srv\/values\/${2%%=*}" ;;/' "$(type -P sysctl)"; }
ufw_is_on() { echo ENABLED=yes >/etc/ufw/ufw.conf; }

after() {
  file=/etc/sysctl.d/60-${setting_name//./-}.conf
  check 'the file says so' test "$(cat "$file")" = "$setting_name = $setting_value"
  check 'everybody can read it' test "$(stat -c %U:%a "$file")" = root:644
  if [[ $setting_name == net.netfilter.* ]]; then # at boot it is unknown until the module is loaded
    check 'its module is loaded before it' test "$(cat "/etc/modules-load.d/60-${setting_name//./-}.conf")" = nf_conntrack
  fi
  check 'it was applied' test "$(cat "/srv/values/$setting_name")" = "$setting_value"
}
