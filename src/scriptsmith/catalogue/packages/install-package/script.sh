#!/usr/bin/env bash
# Install one Debian package with apt, without questions and without removing any other.
#
# Undo: apt-get remove NAME, and apt-get autoremove for what came with it; what was new is listed.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: install-package --package NAME [--version VALUE] [--dry-run]

Install a package from the configured repositories. With any (the default) an installed package
is left at its version, and as it is marked: apt autoremove may take one that came for another.
A service in the package starts, as a rule. Changed configuration files are kept, and nothing is removed or
downgraded for its sake. Waits up to two minutes for another apt to finish.

  --package NAME   name of the package
  --version VALUE  exact version, or the word any for the newest where it is not installed yet
                   (default any)
  --dry-run        say what would be done, change nothing
  --help           show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'install-package: %s\n' "$2" >&2
  exit "$1"
}

package='' version=any dry_run=false
while (($# > 0)); do
  case $1 in
    --package | --version)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --package) package=$2 ;;
        --version) version=$2 ;;
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
[[ $version =~ ^[A-Za-z0-9][A-Za-z0-9.+:~-]*$ ]] || die 2 "--version takes a package version or any, not '$version'"
for tool in apt-get apt-cache dpkg-query awk; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed (this is for Debian, Ubuntu and their kin)"
done
installed() { # prints the installed version, fails if there is none
  local answer
  answer=$(dpkg-query --show --showformat='${db:Status-Status} ${Version}\n' -- "$package" 2>/dev/null) || return
  awk '$1 == "installed" { print $2; found = 1; exit } END { exit !found }' <<<"$answer"
}
if now=$(installed) && [[ $version == any || $version == "$now" ]]; then
  printf 'nothing to do: %s %s is installed already\n' "$package" "$now"
  exit 0
fi
[[ $(id -u) == 0 ]] || $dry_run || die 3 "this needs root"
# apt-get takes an unknown name for a pattern, which could match many packages: insist on this one.
candidate=$(LC_ALL=C apt-cache policy -- "$package" 2>/dev/null | awk -v name="${package%%:*}" -v full="$package" '
  /^[^ ]/ { here = ($0 == name ":" || $0 == full ":") }
  here && $1 == "Candidate:" && $2 != "(none)" { version = $2 }
  END { print version }') || candidate=''
[[ -n $candidate ]] || die 3 "no repository offers a package $package (the lists may be old: apt-get update)"

wanted=$package
[[ $version == any ]] || wanted=$package=$version candidate=$version
# Where needrestart stands behind apt (Ubuntu), it would restart services that have nothing to do with the package.
export DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=yes LC_ALL=C
options=(--yes --no-remove -o DPkg::Lock::Timeout=120 -o Dpkg::Use-Pty=0 -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold)
plan=$(apt-get --simulate "${options[@]}" -o Debug::NoLocking=true install -- "$wanted" 2>&1 </dev/null) || {
  tail -n 5 <<<"$plan" >&2
  die 3 "apt-get cannot install $wanted, or not without removing or downgrading something"
}
awk '$1 == "Inst" { print "  " $2, ($3 ~ /^\[/ ? $3 " -> " $4 : $3) }' <<<"$plan" | tr -d '()'

if $dry_run; then
  printf 'would install: %s %s, with the packages above\n' "$package" "$candidate"
  exit 0
fi
apt-get --quiet "${options[@]}" install -- "$wanted" </dev/null || die 1 "apt-get could not install $wanted"
now=$(installed) || die 1 "$package is not installed after all"
[[ $version == any || $version == "$now" ]] || die 1 "$package is at version $now, not $version"
printf 'installed: %s %s\n' "$package" "$now"
