#!/usr/bin/env bash
# Reboot this host after an announcement, once nothing speaks against it.
#
# Undo: shutdown -c, until the time has come.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: reboot-host --host HOST [--minutes N] [--message TEXT] [--root DIR] [--dry-run]

Schedule a reboot in some minutes with a message for those who are logged in. --host must be the
name of this very host, so that the right one goes down. Refused while packages are being
installed, while something inhibits a shutdown, while findmnt finds a fault in a line of /etc/fstab
that the boot needs, or its device is not there (the host might not come back), without an installed
kernel that could be found in /boot, and when a shutdown is scheduled already. Lines with noauto,
nofail, _netdev or x-systemd.automount, and swap, do not stop a boot.

  --host HOST     name of this host, as hostname says it
  --minutes N     in how many minutes (default 1)
  --message TEXT  what those who are logged in are told (default This host reboots for
                  maintenance.)
  --root DIR      file system that is looked at (default /)
  --dry-run       say what would be done, change nothing
  --help          show this text

Exit status: 0 the reboot is scheduled, 1 failed, 2 wrong usage, 3 refused, or another
precondition fails.
EOF
}

die() {
  printf 'reboot-host: %s\n' "$2" >&2
  exit "$1"
}

host='' minutes=1 message='This host reboots for maintenance.' root=/ dry_run=false
while (($# > 0)); do
  case $1 in
    --host | --minutes | --message | --root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --host) host=$2 ;;
        --minutes) minutes=$2 ;;
        --message) message=$2 ;;
        --root) root=$2 ;;
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

[[ -n $host ]] || die 2 "--host is required (see --help)"
[[ $host =~ ^[A-Za-z0-9_][A-Za-z0-9_.-]{0,252}$ ]] || die 2 "--host takes the name of this host, not '$host'"
[[ $minutes =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--minutes takes a whole number above 0, not '$minutes'"
minutes=$((10#$minutes))
[[ $message != *[[:cntrl:]]* ]] || die 2 "--message takes a single line"
[[ $root != -* ]] || root=./$root
root=${root%/}
for tool in hostname shutdown findmnt busctl systemctl fuser awk; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
short=$(hostname) || die 3 "this host does not know its name"
long=$(hostname --fqdn 2>/dev/null) || long=$short
[[ $host == "$short" || $host == "${short%%.*}" || $host == "$long" ]] || die 3 "refused: this host is $long, not $host"

scheduled=$root/run/systemd/shutdown/scheduled
[[ ! -e $scheduled ]] || die 3 "a shutdown is scheduled already (shutdown -c takes it back)"
for lock in "$root/var/lib/dpkg/lock-frontend" "$root/var/lib/dpkg/lock" "$root/var/lib/rpm/.rpm.lock"; do
  [[ -e $lock ]] || continue
  ! holder=$(fuser -- "$lock" 2>/dev/null) || die 3 "refused: packages are being installed (process${holder})"
done
# In words such as: s "shutdown:sleep". systemd-inhibit of RHEL 8 can neither leave out its headings nor choose by mode.
inhibited=$(busctl get-property org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager BlockInhibited) ||
  die 3 "logind does not tell what inhibits a shutdown"
[[ $inhibited == 's "'*'"' ]] || die 3 "what logind says of inhibitors is not understood: $inhibited"
[[ ! $inhibited =~ [\":]shutdown[\":] ]] || die 3 "refused: something inhibits a shutdown (systemd-inhibit --list names it)"
# Of a device that is named by its path and is not there findmnt only warns, with status 0.
said=$(LC_ALL=C findmnt --verify --tab-file "$root/etc/fstab" 2>&1) || [[ -n $said ]] || die 3 "findmnt cannot verify $root/etc/fstab"
faults=$(awk '
  FNR == NR {
    if ($1 !~ /^#/ && ($3 == "swap" || "," $4 "," ~ /,(noauto|nofail|_netdev|x-systemd[.]automount),/)) { gsub(/\\040/, " ", $2); optional[$2] }
    next
  }
  /^findmnt: / { print; next }
  /^[^ ]/ { place = $0 }
  /^ +\[E\]|^ +\[W\] unreachable source: \/[^\/]/ { if (!(place in optional)) print place ":" $0 }
  ' "$root/etc/fstab" <(printf '%s\n' "$said")) || die 3 "$root/etc/fstab cannot be read"
[[ -z $faults ]] || die 3 "refused: $root/etc/fstab has errors, the host might not come back: ${faults//[[:cntrl:]]/ }"
kernels=$(compgen -G "$root/boot/vmlinu[xz]*" | grep -v rescue || compgen -G "$root/boot/*/*/linux" || compgen -G "$root/boot/efi/EFI/Linux/*.efi") || kernels=''
[[ -n $kernels ]] || die 3 "refused: no kernel is seen in $root/boot (a container, or a machine that others boot)"

newest=$(compgen -G "$root/boot/vmlinuz-*" | grep -v rescue | sort -V | tail -n 1) || newest=''
if [[ -n $newest ]] && compgen -G "$root/boot/init*" >/dev/null && ! compgen -G "$root/boot/init*-${newest##*/vmlinuz-}*" >/dev/null; then
  die 3 "refused: $newest has no initramfs, the host might not come back (was /boot full when it was installed?)"
fi

users=$(who | wc -l)
printf 'host %s, up since %s, %d logins\n' "$long" "$(uptime -s)" "$users"
jobs=$(systemctl list-jobs --no-legend --no-pager) || die 3 "systemd does not answer on this host"
[[ -z $jobs ]] || printf 'warning: systemd has jobs under way: %s\n' "${jobs//$'\n'/; }" >&2
if $dry_run; then
  [[ $(id -u) == 0 ]] || printf 'note: whether packages are being installed only root sees\n' >&2
  printf 'would reboot: %s in %d minutes\n' "$long" "$minutes"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
shutdown --reboot "+$minutes" "$message" || die 1 "the reboot could not be scheduled"
[[ -e $scheduled ]] || die 1 "shutdown took the order, and nothing is scheduled"
printf 'scheduled: %s reboots in %d minutes\nundo until then: shutdown -c\n' "$long" "$minutes"
