#!/usr/bin/env bash
# Show the installed version of one package, and the version that the repositories offer.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-package-version --package NAME

Show the installed version of a package on a Debian or a Red Hat family host. On the former the
candidate of the repositories is shown too (also that none of them has the package), with the time at
which the package lists changed last (apt-get update), and whether the package is on hold; on the latter
nobody is asked what is available, and that is told.

  --package NAME  name of the package
  --help          show this text

Exit status: 0 it is installed, 1 it is not, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-package-version: %s\n' "$2" >&2
  exit "$1"
}

package=''
while (($# > 0)); do
  case $1 in
    --package)
      (($# >= 2)) || die 2 "$1 needs a value"
      package=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $package ]] || die 2 "--package is required (see --help)"
[[ $package =~ ^[A-Za-z0-9][A-Za-z0-9+._-]*(:[a-z0-9-]+)?$ ]] || die 2 "--package takes the name of a package, not '$package'"

# Some hosts have the tools of the other kind too: asked is the one that knows of packages.
kind=''
if command -v rpm >/dev/null; then kind=rpm; fi
if command -v dpkg-query >/dev/null; then
  known=$(dpkg-query --show 2>/dev/null) || die 3 "dpkg-query cannot read what is installed"
  if [[ -n $known ]]; then kind=dpkg; fi
fi
count=0
if [[ $kind == dpkg ]]; then
  found=$(dpkg-query --show --showformat='${db:Status-Status}|${Version}|${Architecture}|${db:Status-Want}\n' -- "$package" 2>/dev/null) || {
    (($? == 1)) || die 3 "dpkg-query cannot read what is installed"
    found=''
  }
  while IFS='|' read -r state version architecture want; do
    case $state in
      installed)
        printf 'installed: %s %s (%s)%s\n' "$package" "$version" "$architecture" "$([[ $want != hold ]] || echo ', on hold')"
        count=$((count + 1))
        ;;
      '' | not-installed) ;;
      config-files) printf 'removed, configuration left: %s %s\n' "$package" "$version" ;;
      *) printf 'not fully installed (%s): %s %s\n' "$state" "$package" "$version" ;;
    esac
  done < <(printf '%s\n' "$found")
  if command -v apt-cache >/dev/null; then
    # Where no archive has the installed version, apt's candidate is that version all the same.
    offer=$(LC_ALL=C apt-cache policy -- "$package" 2>/dev/null | awk -v name="${package%%:*}" '
      /^[^ ]/ { here = index($0, name ":") == 1 }
      here && $1 == "Candidate:" && candidate == "" { candidate = $2 }
      here && /^( \*\*\*|    ) [^ ]/ { version = "" ($1 == "***" ? $2 : $1) } # as text: 1.3 is not 1.30
      here && /^        / && $2 !~ /\/dpkg\/status$/ && (offered == "" || version == candidate) { offered = version }
      END { print candidate, offered }') || offer=''
    read -r candidate offered < <(printf '%s\n' "$offer")
    note='' by="by package lists of $(date -r /var/lib/apt/lists '+%F %H:%M' 2>/dev/null || echo 'no known time')"
    if [[ -z $candidate || $candidate == '(none)' ]]; then offered='none'; fi
    if [[ -z $offered ]]; then note=", no archive has it: $candidate is only what is installed here"; fi
    [[ $offered == none || ${offered:-$candidate} == "$candidate" ]] || note=", but apt keeps $candidate, which no archive has"
    printf 'available: %s (%s%s)\n' "${offered:-none}" "$by" "$note"
  fi
elif [[ $kind == rpm ]]; then
  if found=$(rpm --query --queryformat 'installed: %{NAME} %{EVR} (%{ARCH})\n' -- "$package" 2>/dev/null); then
    printf '%s\n' "$found"
    count=1
  else # with a broken database rpm says that the package is not installed, too
    found=$(LC_ALL=C rpm --query -- "$package" 2>&1) || true
    [[ $found == *' is not installed'* && $found != *error:* ]] || die 3 "rpm cannot read what is installed"
  fi
  printf 'available: not asked here (see dnf list, yum list or zypper info)\n'
else
  die 3 "neither dpkg nor rpm with packages is installed"
fi

if ((count == 0)); then
  printf 'not installed: %s\n' "$package"
  exit 1
fi
