#!/usr/bin/env bash
# Release a package that is on hold, so that it is upgraded again.
#
# Undo: hold-package-version, or apt-mark hold NAME.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: unhold-package-version --package NAME [--dry-run]

Lift the hold of one Debian package, so that the next upgrade may bring a newer version again.
Nothing is upgraded by this; the version that would come is shown. A pin in the preferences of apt is
another thing: it is told, and stays.

  --package NAME  name of the package
  --dry-run       say what would be done, change nothing
  --help          show this text

Exit status: 0 it is not on hold (any more), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'unhold-package-version: %s\n' "$2" >&2
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
[[ $package =~ ^[a-z0-9][a-z0-9+.-]*[a-z0-9+](:[a-z0-9-]+)?$ ]] || die 2 "--package takes the name of a package, not '$package'"
for tool in apt-mark dpkg-query awk; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed (this is for Debian, Ubuntu and their kin)"
done
held() { # prints the names, one for each architecture; nothing when none is on hold
  local known rc=0
  known=$(dpkg-query --show --showformat='${db:Status-Want} ${binary:Package}\n' -- "$package" 2>/dev/null) || rc=$?
  ((rc <= 1)) || die 3 "cannot read which packages are on hold"
  [[ -n $known ]] || die 3 "dpkg knows no package $package"
  printf '%s\n' "$known" | awk '$1 == "hold" { print $2 }'
}

# By itself apt passes over the newest version, which stands first, only where an archive is not automatic (1 and 100).
pins() { # PACKAGE...: tells of newer versions that a pin keeps away
  local policy
  policy=$(LC_ALL=C apt-cache policy "$@" 2>/dev/null) || { printf 'note: apt-cache does not tell whether a pin keeps it, too\n' && return 0; }
  printf '%s\n' "$policy" | awk '
    /^[^ ]/ { name = $1; sub(/:$/, "", name); candidate = newest = "" }
    $1 == "Candidate:" { candidate = $2 }
    /^ (\*\*\*|   ) [^ ]/ {
      version = $1 == "***" ? $2 : $1
      if (newest == "") { newest = version; low = $NF ~ /^(1|100)$/ }
      if (version == candidate && version != newest && !(low && $NF ~ /^(100|500|990)$/))
        print "note: a pin in the preferences of apt (or APT::Default-Release) keeps " name " from version " newest
    }'
}

now=$(held)
if [[ -z $now ]]; then
  printf 'nothing to do: %s is not on hold\n' "$package"
  # What a package stands for may be (mysql-server, mysql-server-8.0).
  others=$(apt-mark showhold | paste -sd ' ') || die 1 "cannot read which packages are on hold"
  [[ -z $others ]] || printf 'on hold are: %s\n' "$others"
  pins "$package"
  exit 0
fi
mapfile -t names <<<"$now"
if command -v apt-cache >/dev/null && policy=$(LC_ALL=C apt-cache policy "${names[@]}" 2>/dev/null); then
  sed -n -E 's/^  (Installed|Candidate): /\1: /p' <<<"$policy"
fi
if $dry_run; then
  printf 'would release: %s\n' "${names[*]}"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "this needs root"
apt-mark unhold -- "${names[@]}" >/dev/null </dev/null || die 1 "could not release $package"
now=$(held) && [[ -z $now ]] || die 1 "$package is still on hold, or that cannot be read"
printf 'released: %s; the next upgrade may change it\n' "${names[*]}"
pins "${names[@]}"
