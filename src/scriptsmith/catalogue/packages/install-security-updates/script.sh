#!/usr/bin/env bash
# Install the updates of the packages for which one waits in a security archive, and no others.
#
# Undo: apt-get install NAME=OLD for a package whose old version the archive still has; the
# versions are printed.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: install-security-updates [--update yes|no] [--lock-timeout N] [--dry-run]

Fetch the package lists, work out for which packages a newer version waits in a security archive
(as list-security-updates does), and install these, with the new packages that they need. Where
another archive has a still newer version, as after a point release, it is that one. Changed
configuration files are kept as they are. Packages on hold stay, and are named; so are those that a
pin keeps (apt_preferences, APT::Default-Release), which is no success. Refused when something would be
removed, or when dpkg was interrupted. At the end it is looked whether any still waits, and said
that a reboot is needed when there is a new kernel or the host notes it. Upgraded services are
restarted by their packages; others that use the old libraries may have to be. What apt may remove
when nothing needs it stays so. Refused too where no security archive is among the package lists.

  --update yes|no   yes: fetch the package lists first (default yes)
  --lock-timeout N  how long to wait for another apt or dpkg, in seconds (default 300)
  --dry-run         say what would be done, change nothing
  --help            show this text

Exit status: 0 none is waiting any more but for what is on hold, 1 failed, 2 wrong usage, 3 a precondition fails.
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
for tool in apt-get apt-cache apt-mark dpkg dpkg-query awk tail; do
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
  # Before apt 2.1 a list that cannot be fetched is only a warning.
  if ! said=$(apt --option APT::Update::Error-Mode=any update 2>&1) || [[ $said == *'Failed to fetch'* ]]; then
    die 1 "the package lists could not be fetched: $(tail -n 1 <<<"$said")"
  fi
fi
waiting() { # of each installed package with a newer version in a security archive: NAME INSTALLED VERSION pinned|free
  local names installed
  # Broken off half-way is no answer.
  installed=$(dpkg-query --show --showformat='${db:Status-Status} ${binary:Package}\n' | awk '$1 == "installed" { print $2 }') || return 1
  [[ -n $installed ]] || return 1
  mapfile -t names <<<"$installed"
  # First all archives with what they call themselves, then each package with all its versions, the newest first.
  { LC_ALL=C apt-cache policy && echo ===== && LC_ALL=C apt-cache policy -- "${names[@]}"; } | awk '
    { source = $0; sub(/^ *-?[0-9]+ /, "", source) }
    $0 == "=====" { for (archive in secure) known = 1; if (!known) exit 3; packages = 1; next }
    !packages && /^ *-?[0-9]+ / { archive = source; if (tolower(archive) ~ /security/) secure[archive] }
    !packages && /^ +release / && tolower($0) ~ /security/ { secure[archive] }
    !packages { next }
    /^[^ ]/ { name = $0; sub(/:$/, "", name); newer = told = 0; next }
    $1 == "Installed:" { installed = $2; next }
    $1 == "Candidate:" { candidate = $2; next }
    /^  Version table:/ { newer = 1; next }
    /^ \*\*\* / { newer = 0; next }
    /^     [^ ]/ { version = $1; next }
    newer && !told && source in secure { told = 1; print name, installed, version, candidate == installed ? "pinned" : "free" }'
}
resolve() { # sets list: "NAME=NEW OLD -> NEW" of what comes by an upgrade, kept: what waits all the same, stays: what is on hold, and pins: what is pinned
  local answer held found line name old new pin form='^Inst ([^ ]+) (\[([^]]+)\] )?\(([^ ]+) (.*)\)'
  local -A comes=()
  answer=$(apt --simulate --option Debug::NoLocking=true dist-upgrade 2>&1) || { tail -n 1 <<<"$answer" >&2 && return 1; }
  held=$(apt-mark showhold) || return 1
  found=$(waiting) || return
  list='' kept='' stays='' pins=''
  while IFS= read -r line; do
    [[ $line =~ $form ]] || continue
    comes[${BASH_REMATCH[1]}]=${BASH_REMATCH[4]}
    [[ -z ${BASH_REMATCH[3]} && ${BASH_REMATCH[5],,} == *security* ]] || continue
    list+="${BASH_REMATCH[1]}=${BASH_REMATCH[4]} not installed -> ${BASH_REMATCH[4]}"$'\n'
  done <<<"$answer"
  while read -r name old new pin; do
    [[ -n $name ]] || continue
    if grep -qxF -e "$name" <<<"$held"; then
      stays+="$name "
      continue
    fi
    # To ask for a version by name would go over the head of a pin.
    if [[ $pin == pinned ]]; then
      pins+="$name "
      continue
    fi
    # One that an upgrade passes over may be had by its name, unless something would have to go for it.
    if [[ -z ${comes[$name]-} ]] && ! apt --simulate --no-remove --option Debug::NoLocking=true install "$name=$new" >/dev/null 2>&1; then
      kept+="$name "
      continue
    fi
    list+="$name=${comes[$name]:-$new} $old -> ${comes[$name]:-$new}"$'\n'
  done <<<"$found"
}
rc=0 counted='those of other sources (Ubuntu Pro when not attached, vendors, Docker) and of a release past its support are not counted'
resolve || rc=$?
((rc != 3)) || die 3 "no security archive is among the package lists: none is named in the sources, or apt-get update has not been run"
((rc == 0)) || die 1 "apt-get cannot work out an upgrade"
if $dry_run || [[ $update == no ]]; then printf 'note: the package lists were not fetched for this, and may be old\n'; fi
[[ -z $stays ]] || printf 'a security update WAITS, but they are on hold, and stay: %s\n' "$stays"
[[ -z $pins ]] || printf 'a security update WAITS, but a pin keeps them (apt_preferences, APT::Default-Release): %s\n' "$pins"
if [[ -z $list ]]; then
  [[ -z $kept ]] || die 3 "refused: these would remove other packages, or lack one, so that apt keeps back: $kept"
  [[ -z $pins ]] || die 3 "refused: what is waiting is pinned; change the pin, or name package and version to apt-get"
  printf 'nothing to install: no %ssecurity update is waiting; %s\n' "${stays:+other }" "$counted"
  exit 0
fi
auto=$(apt-mark showauto) || die 1 "apt-mark cannot be asked"
names=() marks=()
while read -r name versions; do
  [[ -n $name ]] || continue
  names+=("$name")
  if [[ $versions == 'not installed '* || $'\n'$auto$'\n' == *$'\n'"${name%%=*}"$'\n'* ]]; then marks+=("${name%%=*}"); fi
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
apt --yes --no-remove install "${names[@]}" || rc=$?
# What is named to apt-get counts as wanted by somebody, and autoremove would keep each old kernel for ever.
if ((${#marks[@]} > 0)) && ! said=$(apt-mark auto "${marks[@]}" 2>&1); then printf 'warning: not marked as automatically installed: %s\n' "${said##*$'\n'}" >&2; fi
((rc == 0)) || die 1 "apt-get failed; look at /var/log/apt/term.log, then dpkg --configure -a"
resolve || die 1 "apt-get cannot work out an upgrade any more"
[[ -z $list ]] || die 1 "still waiting: ${list//$'\n'/; }"
printf 'installed: %d security updates; %s\n' "${#names[@]}" "$counted"
printf 'note: programs that were not restarted go on with the old libraries\n'
if [[ -e /var/run/reboot-required || " ${names[*]}" == *' linux-image-'* ]]; then printf 'a reboot is needed\n'; fi
[[ -z $kept ]] || die 1 "still waiting, for they would remove other packages, or lack one: $kept"
[[ -z $pins ]] || die 1 "still waiting, for they are pinned: $pins"
