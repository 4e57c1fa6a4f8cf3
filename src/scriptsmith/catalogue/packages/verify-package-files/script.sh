#!/usr/bin/env bash
# Verify the installed files of a package against its checksums.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: verify-package-files [--package NAME]

Compare the files of one package, or of all, with what the package manager recorded: changed and
missing files are listed. Changed configuration files are normal and listed apart; a changed
program or library is not. The record lies on the same host, so a careful intruder can change
both; that of dpkg has no owners and modes, so that a changed one is not seen there. All packages
take minutes.

  --package NAME  one package, or all (default all)
  --help          show this text

Exit status: 0 no file but configuration differs, 1 some do, or it failed, 2 wrong usage, 3 a
precondition fails.
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
only=()
[[ $package == all ]] || only=("$package")
if command -v dpkg >/dev/null && command -v dpkg-query >/dev/null; then
  if [[ $package != all ]]; then
    state=$(dpkg-query --show --showformat='${db:Status-Status}\n' -- "$package" 2>/dev/null) || state=''
    [[ $state == *installed* && $state != not-installed* ]] || die 3 "$package is not installed"
  fi
  compare() { dpkg --verify "${only[@]}"; }
elif command -v rpm >/dev/null; then
  if [[ $package == all ]]; then
    compare() { rpm --verify --all; }
  else
    rpm --query -- "$package" >/dev/null 2>&1 || die 3 "$package is not installed"
    compare() { rpm --verify -- "$package"; }
  fi
else
  die 3 "neither dpkg nor rpm is installed"
fi

rc=0
answer=$(compare 2>&1 </dev/null) || rc=$?
# Lines are "??5?????? c /path" or "missing     /path"; c marks a configuration file.
changed=() configuration=0 other=()
while IFS= read -r line; do
  [[ -n $line ]] || continue
  if [[ $line =~ ^(missing|[A-Z0-9?.]{8,9})[[:space:]]+([cdglr][[:space:]]+)?(/.*)$ ]]; then
    mark=${BASH_REMATCH[1]} kind=${BASH_REMATCH[2]%% *} path=${BASH_REMATCH[3]}
    [[ $path != *[[:cntrl:]]* ]] || path=${path@Q}
    # rpm also tells of mode, owner and time alone; only data (5), size (S) or a missing file matter here.
    if [[ $kind == c ]]; then
      configuration=$((configuration + 1))
      printf 'configuration: %s %s\n' "$mark" "$path"
    elif [[ $mark == missing || $mark == *5* || $mark == *S* || $mark == *L* ]]; then
      changed+=("$mark $path")
    else
      printf 'attributes only: %s %s\n' "$mark" "$path"
    fi
  else
    other+=("$line")
  fi
done <<<"$answer"

((${#changed[@]} == 0)) || printf 'CHANGED: %s\n' "${changed[@]}"
((${#other[@]} == 0)) || printf '%s\n' "${other[@]}" | tr -d '\000-\010\013-\037\177' >&2
if ((${#changed[@]} > 0)); then
  printf '%d changed or missing files, %d changed configuration files (%s)\n' "${#changed[@]}" "$configuration" "$package"
  exit 1
fi
# A status other than 0 without a difference means that the check itself did not work.
((rc == 0 || configuration > 0 || ${#answer} > 0 && ${#other[@]} == 0)) || die 1 "the check did not work (status $rc)"
printf 'in order: no changed or missing file, %d changed configuration files (%s)\n' "$configuration" "$package"
