#!/usr/bin/env bash
# List the installed packages that apt could upgrade, with the version now and the version then.
#
# Undo: nothing to undo, it only simulates an upgrade.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-upgradable-packages [--scope all|security]

Simulate a full upgrade and list the packages that it would upgrade, with old and new version,
and those that it would remove. Packages on hold are named apart. The package lists are used as
they are; refresh them with apt-get update first if they are old.

  --scope all|security  all upgrades, or only those from a security archive (default all)
  --help                show this text

Exit status: 0 done (whether or not there are any), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-upgradable-packages: %s\n' "$2" >&2
  exit "$1"
}

scope=all
while (($# > 0)); do
  case $1 in
    --scope)
      (($# >= 2)) || die 2 "$1 needs a value"
      scope=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $scope == all || $scope == security ]] || die 2 "--scope takes all or security, not '$scope'"
for tool in apt-get apt-mark awk; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed (this is for Debian, Ubuntu and their kin)"
done
plan=$(LC_ALL=C apt-get --simulate --quiet -o Debug::NoLocking=true dist-upgrade 2>/dev/null </dev/null) ||
  die 1 "apt-get could not work out an upgrade (look at: apt-get --simulate dist-upgrade)"

# Inst NAME [OLD] (NEW ARCHIVE [ARCHITECTURE]); a package without [OLD] would be a new one.
awk -v scope="$scope" '
  $1 == "Inst" && $3 ~ /^\[/ {
    old = $3
    new = $4
    gsub(/[][]/, "", old)
    sub(/^\(/, "", new)
    archive = $0
    sub(/^[^(]*\([^ ]+ /, "", archive)
    sub(/ \[[^(]*$/, "", archive)
    secure = tolower(archive) ~ /security/
    security += secure
    total++
    if (scope == "security" && !secure) next
    if (!shown++) printf "%-40s %-28s %-28s %s\n", "PACKAGE", "INSTALLED", "AVAILABLE", "FROM"
    printf "%-40s %-28s %-28s %s\n", $2, old, new, archive
  }
  $1 == "Inst" && $3 !~ /^\[/ { fresh++ }
  $1 == "Remv" { removed = removed " " $2 }
  END {
    printf "%d upgradable, %d of them security updates, %d new packages would come with them\n", total, security, fresh
    if (removed != "") print "a full upgrade would remove:" removed
  }' <<<"$plan"

held=$(apt-mark showhold 2>/dev/null) || held=''
[[ -z $held ]] || printf 'on hold, not counted: %s\n' "${held//$'\n'/ }"
lists=/var/lib/apt/lists
[[ ! -d $lists ]] || printf 'package lists changed last: %s\n' "$(date -r "$lists" '+%F %H:%M')"
