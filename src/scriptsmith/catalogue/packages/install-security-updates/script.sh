#!/usr/bin/env bash
# Install the updates that wait in a security archive, and no others.
#
# Undo: apt-get install NAME=OLD for a package whose old version the archive still has; the
# versions are printed.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: install-security-updates [--update yes|no] [--lock-timeout N] [--dry-run]

Fetch the package lists, work out what waits in a security archive (as list-security-updates
does), and install exactly these versions, with the new packages that they need. Changed
configuration files are kept as they are. Packages on hold stay. Refused when something would be
removed, or when dpkg was interrupted. At the end it is looked whether any still waits, and said
whether a reboot is needed. Services that use the old libraries have to be restarted.

  --update yes|no   yes: fetch the package lists first (default yes)
  --lock-timeout N  how long to wait for another apt or dpkg, in seconds (default 300)
  --dry-run         say what would be done, change nothing
  --help            show this text

Exit status: 0 none is waiting any more, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'install-security-updates: %s\n' "$2" >&2
  exit "$1"
}

update=yes lock_timeout=300 dry_run=false
while (($# > 0)); do
  case $1 in
    --update | --lock-timeout)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --update) update=$2 ;;
        --lock-timeout) lock_timeout=$2 ;;
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

[[ $update == yes || $update == no ]] || die 2 "--update takes yes or no, not '$update'"
[[ $lock_timeout =~ ^[0-9]{1,4}$ ]] || die 2 "--lock-timeout takes a whole number of seconds, not '$lock_timeout'"
for tool in apt-get apt-mark dpkg tail; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
apt() { # ARG...: apt-get that asks nothing, keeps configuration files, and waits for others
  LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get --quiet --option "DPkg::Lock::Timeout=$((10#$lock_timeout))" \
    --option Dpkg::Options::=--force-confdef --option Dpkg::Options::=--force-confold "$@" </dev/null
}
unfinished=$(dpkg --audit) || die 3 "dpkg cannot be asked"
[[ -z $unfinished ]] || die 3 "refused: dpkg was interrupted, run dpkg --configure -a first: $(tail -n 1 <<<"$unfinished")"

if [[ $update == yes ]] && ! $dry_run; then
  [[ $(id -u) == 0 ]] || die 3 "must run as root"
  said=$(apt --error-on=any update 2>&1) || die 1 "the package lists could not be fetched: $(tail -n 1 <<<"$said")"
fi
waiting() { # NAME=NEW and "OLD -> NEW" of each update of a security archive, one a line
  local answer line form='^Inst ([^ ]+) (\[([^]]+)\] )?\(([^ ]+) (.*)\)'
  answer=$(apt --simulate --option Debug::NoLocking=true dist-upgrade 2>&1) || { tail -n 1 <<<"$answer" >&2 && return 1; }
  while IFS= read -r line; do
    [[ $line =~ $form && ${BASH_REMATCH[5],,} == *security* ]] || continue
    printf '%s=%s %s -> %s\n' "${BASH_REMATCH[1]}" "${BASH_REMATCH[4]}" "${BASH_REMATCH[3]:-not installed}" "${BASH_REMATCH[4]}"
  done <<<"$answer"
}
blocked() { # the updates of a security archive that apt keeps back because they would remove packages, and not for a hold
  local answer held name one names
  answer=$(apt --simulate --option Debug::NoLocking=true dist-upgrade 2>&1) || return 1
  held=$(apt-mark showhold) || return 1
  names=$(sed -n '/kept back:$/,/^[^ ]/{/^ /p}' <<<"$answer")
  for name in $names; do
    one=$(apt --simulate --option Debug::NoLocking=true install "$name" 2>/dev/null) || true
    if grep -qxF -- "$name" <<<"$held"; then continue; fi
    ! grep -Eiq "^Inst ${name//./[.]} .*security" <<<"$one" || printf '%s ' "$name"
  done
}
list=$(waiting) || die 1 "apt-get cannot work out an upgrade"
kept=$(blocked) || die 1 "apt-get cannot work out an upgrade"
if [[ -z $list ]]; then
  [[ -z $kept ]] || die 3 "refused: these would remove other packages: $kept"
  printf 'nothing to install: no security update is waiting\n'
  exit 0
fi
names=()
while read -r name versions; do
  names+=("$name")
  printf '%s  %s\n' "${name%%=*}" "$versions"
done <<<"$list"
plan=$(apt --simulate --option Debug::NoLocking=true install "${names[@]}" 2>&1) || die 1 "apt-get cannot install them: $(tail -n 1 <<<"$plan")"
removed=$(sed -n 's/^Remv \([^ ]*\).*/\1/p' <<<"$plan")
[[ -z $removed ]] || die 3 "refused: this would remove ${removed//$'\n'/ }"
if $dry_run; then
  printf 'would install: %d security updates\n' "${#names[@]}"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
apt --yes --no-remove install "${names[@]}" || die 1 "apt-get failed; look at /var/log/apt/term.log, then dpkg --configure -a"
left=$(waiting) || die 1 "apt-get cannot work out an upgrade any more"
[[ -z $left ]] || die 1 "still waiting: ${left//$'\n'/; }"
printf 'installed: %d security updates\n' "${#names[@]}"
[[ -z $kept ]] || die 1 "still waiting, for they would remove other packages: $kept"
[[ ! -e /var/run/reboot-required ]] || printf 'a reboot is needed\n'
