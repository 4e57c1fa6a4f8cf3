#!/usr/bin/env bash
# Remove one Debian package with apt, its configuration kept, and no more other packages than
# allowed.
#
# Undo: apt-get install NAME for each package that it names; configuration files are still there.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: remove-package --package NAME [--also N] [--dry-run]

Remove a package. What depends on it would go too, and others may be installed in its place: these
packages are listed, and nothing is done when they are more than --also allows. What nothing needs
any more is named and stays. Refused is when a dependent is one on which access to this host or its next
boot hangs, by names (openssh-server, network-manager, sudo, linux-image-* and their like): remove that
by its own name first. Essential packages are refused, and so are those that hold no program
and only depend on others (nginx and mysql-server of some releases). Configuration and data stay
(this is not a purge).

  --package NAME  name of the package
  --also N        how many other packages that depend on it may be removed with it, or installed in its place (default 0)
  --dry-run       say what would be done, change nothing
  --help          show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'remove-package: %s\n' "$2" >&2
  exit "$1"
}

package='' also=0 dry_run=false
while (($# > 0)); do
  case $1 in
    --package | --also)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --package) package=$2 ;;
        --also) also=$2 ;;
      esac
      shift 2
      ;;
    --dry-run)
      dry_run=true
      shift
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $package ]] || die 2 "--package is required (see --help)"
# A minus at the end would tell apt to remove it; so would nothing else in a valid name.
[[ $package =~ ^[a-z0-9][a-z0-9+.-]*[a-z0-9+](:[a-z0-9-]+)?$ ]] || die 2 "--package takes the name of a package, not '$package'"
[[ $also =~ ^[0-9]{1,4}$ ]] || die 2 "--also takes a whole number, not '$also'"
for tool in apt-get dpkg-query awk; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed (this is for Debian, Ubuntu and their kin)"
done
present() { # prints VERSION and NAME[:ARCHITECTURE] of what is there, unfinished installations too; fails if nothing is
  local answer
  answer=$(dpkg-query --show --showformat='${db:Status-Status} ${Version} ${binary:Package}\n' -- "$package" 2>/dev/null) || return
  awk '$1 != "not-installed" && $1 != "config-files" { print $2, $3; found = 1 } END { exit !found }' < <(printf '%s\n' "$answer")
}
if ! found=$(present); then
  printf 'nothing to do: %s is not installed\n' "$package"
  exit 0
fi
[[ $found != *$'\n'* ]] || die 3 "$package is installed for several architectures, name one of them:"$'\n'"$found"
now=${found%% *} package=${found##* }
[[ $(id -u) == 0 ]] || $dry_run || die 3 "this needs root"
traits=$(dpkg-query --show --showformat='${Essential}|${Protected}|${Priority}|${Depends}\n' -- "$package") || die 3 "cannot read about $package"
IFS='|' read -r essential protected priority depends < <(printf '%s\n' "$traits")
[[ $essential != yes && $protected != yes && $priority != required ]] || die 3 "$package is essential to this system"
# One that holds nothing itself is a name for others: what somebody wants gone would stay, and go on.
if [[ -n $depends ]]; then
  list=$(dpkg-query --listfiles -- "$package") || die 3 "cannot read what $package holds"
  holds=false
  while IFS= read -r file; do
    if [[ -f $file && $file != /usr/share/doc/* && $file != /usr/share/bug/* && $file != /usr/share/lintian/* ]]; then holds=true; fi
  done < <(printf '%s\n' "$list")
  $holds || die 3 "refused: $package holds no program, those are in what it depends on, and would stay; name them: $depends"
fi

export DEBIAN_FRONTEND=noninteractive LC_ALL=C
options=(--yes --no-auto-remove -o DPkg::Lock::Timeout=120 -o Dpkg::Use-Pty=0)
plan=$(apt-get --simulate "${options[@]}" -o Debug::NoLocking=true remove -- "$package" 2>&1 </dev/null) || {
  tail -n 5 < <(printf '%s\n' "$plan") >&2
  die 3 "apt-get cannot remove $package"
}
mapfile -t gone < <(awk '$1 == "Remv" || $1 == "Purg" { print $2 }' < <(printf '%s\n' "$plan"))
mapfile -t fresh < <(awk '$1 == "Inst" { print $2 }' < <(printf '%s\n' "$plan"))
((${#gone[@]} > 0)) || die 3 "apt-get would remove nothing for $package"
printf 'to be removed: %s\n' "${gone[*]}"
((${#fresh[@]} == 0)) || printf 'to be installed in their place: %s\n' "${fresh[*]}"
for name in "${gone[@]}"; do
  [[ ${name%%:*} != "${package%%:*}" ]] || continue
  case ${name%%:*} in
    openssh-server | network-manager | netplan.io | ifupdown | ifupdown2 | ifupdown-ng | systemd-resolved | dbus | dbus-broker | sudo | sudo-rs | openvpn | tailscale | \
      wireguard-tools | sssd | cloud-init | linux-image-* | grub-* | systemd-boot | lvm2 | mdadm | cryptsetup* | initramfs-tools* | dracut* | \
      multipath-tools* | open-iscsi | zfsutils-linux | zfs-initramfs | libpam-* | isc-dhcp-client | dhcpcd* | wpasupplicant)
      die 3 "refused: $name would go with it, and access to this host or its next boot may hang on that; remove it by its own name first"
      ;;
  esac
done
others=$((${#gone[@]} - 1))
all=$((others + ${#fresh[@]}))
((all <= 10#$also)) || die 3 "$others other package(s) would go with $package, and ${#fresh[@]} be installed; allow them with --also $all"
more=$(apt-get --simulate "${options[@]}" -o Debug::NoLocking=true --auto-remove remove -- "$package" 2>&1 </dev/null) || more=''
unneeded=$(awk -v gone=" ${gone[*]} " '$1 == "Remv" && !index(gone, " " $2 " ") { printf " %s", $2 }' < <(printf '%s\n' "$more"))
[[ -z $unneeded ]] || printf 'left there, though nothing needs them then:%s\n' "$unneeded"

if $dry_run; then
  printf 'would remove: %s %s and %d other package(s)\n' "$package" "$now" "$others"
  exit 0
fi
apt-get --quiet "${options[@]}" remove -- "$package" </dev/null || die 1 "apt-get could not remove $package"
! present >/dev/null || die 1 "$package is still installed"
printf 'removed: %s %s and %d other package(s)\n' "$package" "$now" "$others"
