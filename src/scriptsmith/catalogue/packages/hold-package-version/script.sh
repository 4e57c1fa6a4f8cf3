#!/usr/bin/env bash
# Hold one Debian package at its installed version, so that upgrades pass it over.
#
# Undo: apt-mark unhold NAME.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: hold-package-version --package NAME [--dry-run]

Mark an installed package as held: apt neither upgrades nor removes it of its own accord,
security updates included, until the hold is lifted. Of a package that has no files of its own and
only depends on others (mysql-server, postgresql) the others are named, which are not on hold.

  --package NAME  name of the package
  --dry-run       say what would be done, change nothing
  --help          show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'hold-package-version: %s\n' "$2" >&2
  exit "$1"
}

package='' dry_run=false
while (($# > 0)); do
  case $1 in
    --package)
      (($# >= 2)) || die 2 "$1 needs a value"
      package=$2
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
for tool in apt-mark dpkg-query awk; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed (this is for Debian, Ubuntu and their kin)"
done
read_state() { # of each architecture that is installed: NAME[:ARCHITECTURE] VERSION hold|install
  state=$(dpkg-query --show --showformat='${db:Status-Status} ${binary:Package} ${Version} ${db:Status-Want}\n' -- "$package" 2>/dev/null |
    awk '$1 == "installed" { print $2, $3, $4 }') || state=''
}
not_held() { awk '$3 != "hold" { print $1; found = 1 } END { exit !found }' <<<"$state"; }

others() { # tells of a package without files what it stands for, since that is upgraded all the same
  local files name mark loose=''
  files=$(dpkg-query --listfiles "$package" 2>/dev/null) || return 0
  ! awk '!/^(\/\.?|\/usr|\/usr\/share|\/usr\/share\/(doc|doc-base|bug|lintian)(\/.*)?)$/ { own = 1 } END { exit !own }' <<<"$files" || return 0
  while read -r name; do
    mark=$(dpkg-query --show --showformat='${db:Status-Status} ${db:Status-Want}' "$name" 2>/dev/null) || continue
    [[ $mark != 'installed install'* ]] || loose+=" $name"
  done < <(dpkg-query --show --showformat='${Pre-Depends}, ${Depends}\n' "$package" 2>/dev/null |
    awk -F' *[,|] *' '{ for (i = 1; i <= NF; i++) { sub(/[ :(].*/, "", $i); if ($i != "" && !seen[$i]++) print $i } }')
  [[ -z $loose ]] || printf 'note: %s has no files of its own; what it stands for is upgraded all the same, unless held too:%s\n' "$package" "$loose"
}
read_state
[[ -n $state ]] || die 3 "$package is not installed, so there is no version to hold"
now=$(awk 'NR == 1 { print $2 }' <<<"$state")
if ! names=$(not_held); then
  printf 'nothing to change: %s is on hold already, at %s\n' "$package" "$now"
  others
  exit 0
fi
mapfile -t names <<<"$names"
if $dry_run; then
  printf 'would hold: %s at %s\n' "$package" "$now"
  others
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "this needs root"
apt-mark hold -- "${names[@]}" >/dev/null </dev/null || die 1 "could not hold $package"
read_state
if [[ -z $state ]] || not_held >/dev/null; then die 1 "$package is not on hold"; fi
printf 'held: %s at %s; security updates pass it over, too\n' "$package" "$now"
others
