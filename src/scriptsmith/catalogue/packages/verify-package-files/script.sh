#!/usr/bin/env bash
# Verify the installed files of a package against its checksums.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: verify-package-files [--package NAME]

Compare the files of one package, or of all, with what the package manager recorded: changed and
missing files are listed. Changed or missing configuration files are listed apart; a changed
program or library is not, nor are changed owners and modes, which rpm knows and dpkg does not. A
package whose checksums were not recorded cannot be compared, and that is not in order. Files that
dpkg was told not to install (path-exclude) are not missing, and those that rpm knows as ghosts are
made at run time. The record lies on the same host, so a careful intruder can change both. All
packages take minutes.

  --package NAME  one package, or all (default all)
  --help          show this text

Exit status: 0 no file but configuration differs, 1 some do, or not all could be compared, 2 wrong
usage, 3 a precondition fails.
EOF
}

die() {
  printf 'verify-package-files: %s\n' "$2" >&2
  exit "$1"
}

package=all
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

[[ $package =~ ^[A-Za-z0-9][A-Za-z0-9+._-]*(:[a-z0-9-]+)?$ ]] || die 2 "--package takes the name of a package, not '$package'"
export LC_ALL=C
only=() bare=()
[[ $package == all ]] || only=("$package")
manager=''
if command -v dpkg >/dev/null && command -v dpkg-query >/dev/null; then manager=dpkg; fi
# A host of rpm may have dpkg as a mere tool, with no package in its database.
if command -v rpm >/dev/null && [[ -z $manager || -z $(dpkg-query --show 2>/dev/null) ]]; then manager=rpm; fi
[[ -n $manager ]] || die 3 "neither dpkg nor rpm is installed"
[[ $(id -u) == 0 ]] || die 3 "this needs root: a file that cannot be read is not compared"
if [[ $manager == dpkg ]]; then
  # Those that are removed, with their configuration left, are not installed.
  list=$(dpkg-query --show --showformat='${db:Status-Status} ${binary:Package}\n' "${only[@]}" 2>/dev/null) || list=''
  installed=()
  while read -r state name; do
    [[ $state == not-installed || $state == config-files || -z $name ]] || installed+=("$name")
  done <<<"$list"
  ((${#installed[@]} > 0)) || die 3 "$package is not installed"
  for name in "${installed[@]}"; do
    # One question for each of a thousand packages would take a minute.
    [[ ! -s ${DPKG_ADMINDIR:-/var/lib/dpkg}/info/$name.md5sums ]] || continue
    sums=$(dpkg-query --control-path "$name" md5sums 2>/dev/null) || sums=''
    [[ -z $sums || ! -s $sums ]] || continue
    # dpkg compares configuration by its own list; a package of folders alone has nothing to compare.
    configured=$(dpkg-query --show --showformat='${Conffiles}\n' "$name") || die 1 "dpkg-query does not tell of $name"
    files=$(dpkg-query --listfiles "$name") || die 1 "dpkg-query does not tell the files of $name"
    while IFS= read -r path; do
      if [[ -f $path && ! -L $path && $'\n'$configured != *$'\n '"$path "* ]]; then
        bare+=("$name")
        break
      fi
    done <<<"$files"
  done
  compare() { dpkg --verify "${only[@]}"; }
  broken=2 # with 1 it has found differences
elif [[ $package == all ]]; then
  compare() { rpm --verify --nodeps --noscripts --all; }
  broken=256 # rpm's status is the number of packages that differ
else
  rpm --query -- "$package" >/dev/null 2>&1 || die 3 "$package is not installed"
  compare() { rpm --verify --nodeps --noscripts -- "$package"; }
  broken=256
fi

# What dpkg was told to leave out, or to install all the same; the last word on a path counts.
rules=()
for file in /etc/dpkg/dpkg.cfg /etc/dpkg/dpkg.cfg.d/*; do
  [[ $manager == dpkg && ${file##*/} =~ ^[A-Za-z0-9_.-]+$ && -r $file ]] || continue
  while IFS= read -r line || [[ -n $line ]]; do
    if [[ $line =~ ^[[:space:]]*(path-(exclude|include))[[:space:]=]+(.*[^[:space:]]) ]]; then rules+=("${BASH_REMATCH[2]} ${BASH_REMATCH[3]}"); fi
  done <"$file"
done
left_out() { # PATH
  local rule verdict=include
  for rule in "${rules[@]}"; do
    # shellcheck disable=SC2053  # a pattern, as dpkg takes it: * stands for / as well
    if [[ $1 == ${rule#* } ]]; then verdict=${rule%% *}; fi
  done
  [[ $verdict == exclude ]]
}

rc=0
answer=$(compare 2>&1 </dev/null) || rc=$?
# Lines are "??5?????? c /path" or "missing     /path"; c marks a configuration file.
changed=() configuration=0 other=() excluded=0 ghosts=0
while IFS= read -r line; do
  [[ -n $line ]] || continue
  if [[ $line =~ ^(missing|[A-Z0-9?.]{8,9})[[:space:]]+([cdglr][[:space:]]+)?(/.*)$ ]]; then
    mark=${BASH_REMATCH[1]} kind=${BASH_REMATCH[2]%% *} path=${BASH_REMATCH[3]}
    [[ $path != *[[:cntrl:]]* ]] || path=${path@Q}
    # rpm also tells of the time alone (T), which changes nothing; mode (M), owner (U, G), capabilities (P) do.
    if [[ $kind == c ]]; then
      configuration=$((configuration + 1))
      printf 'configuration: %s %s\n' "$mark" "$path"
    elif [[ $kind == g ]]; then
      ghosts=$((ghosts + 1))
    elif [[ $mark == missing && $manager == dpkg ]] && left_out "$path"; then
      excluded=$((excluded + 1))
    elif [[ $mark == missing || $mark == *[!T.?]* ]]; then
      changed+=("$mark $path")
    elif [[ $mark == *'?'* && $mark != *'?5'* && $manager == rpm ]]; then
      other+=("could not be looked at: $mark $path")
    else
      printf 'time only: %s %s\n' "$mark" "$path"
    fi
  else
    other+=("$line")
  fi
done <<<"$answer"

((excluded == 0)) || printf '%d files were never installed, as path-exclude in the configuration of dpkg says\n' "$excluded"
((ghosts == 0)) || printf '%d files that are made at run time (ghosts of rpm) differ\n' "$ghosts"
((${#changed[@]} == 0)) || printf 'CHANGED: %s\n' "${changed[@]}"
((${#other[@]} == 0)) || printf '%s\n' "${other[@]}" | tr -d '\000-\010\013-\037\177' >&2
((${#bare[@]} == 0)) || printf 'NOT COMPARED: %s has no recorded checksums\n' "${bare[@]}"
if ((${#changed[@]} > 0)); then
  printf '%d changed or missing files, %d changed or missing configuration files (%s)\n' "${#changed[@]}" "$configuration" "$package"
fi
# What is no difference is a complaint: then, or when it was broken off, not all was looked at.
((rc < broken && ${#other[@]} == 0 && (rc == 0 || ${#answer} > 0))) || die 1 "the check did not look at everything (status $rc)"
((${#bare[@]} == 0)) || die 1 "${#bare[@]} packages could not be compared"
((${#changed[@]} == 0)) || exit 1
printf 'in order: no changed or missing file, %d changed or missing configuration files (%s)\nthe sums lie on this host too, so who changed a file may have changed its sum; not looked at: files of no package%s\n' \
  "$configuration" "$package" "$([[ $manager == rpm ]] || echo ', owners, modes, links')"
