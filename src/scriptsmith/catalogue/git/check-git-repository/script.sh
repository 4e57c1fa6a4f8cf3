#!/usr/bin/env bash
# Check all objects of a git repository, and say whether something is missing or damaged.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-git-repository [--repository DIR] [--minutes N]

Every object is read and its checksum compared; all branches, tags and the reflog must lead to
objects that are there. Objects that nothing leads to (dangling) are normal and not told. A large
repository takes long: run it at low priority on a busy host. Damage is mended by fetching the
missing objects from another clone.

  --repository DIR  repository to check (default .)
  --minutes N       give up after this time (default 30)
  --help            show this text

Exit status: 0 it is sound, 1 it is damaged or the check did not finish, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'check-git-repository: %s\n' "$2" >&2
  exit "$1"
}

repository=. minutes=30
while (($# > 0)); do
  case $1 in
    --repository | --minutes)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --repository) repository=$2 ;;
        --minutes) minutes=$2 ;;
      esac
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $minutes =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--minutes takes a whole number above 0, not '$minutes'"
minutes=$((10#$minutes))
command -v timeout >/dev/null || die 3 "timeout (coreutils) is not installed"
[[ -n $repository ]] || die 2 "--repository must not be empty"
case $repository in '~' | '~'/*) repository=$HOME${repository#'~'} ;; esac # a quoted ~ was not expanded by the shell
[[ $repository == /* ]] || repository=./$repository
command -v git >/dev/null || die 3 "git is not installed"
[[ -d $repository ]] || die 3 "no such directory: $repository"
export GIT_PAGER=cat GIT_TERMINAL_PROMPT=0 LC_ALL=C
if ! why=$(git -C "$repository" rev-parse --absolute-git-dir 2>&1); then
  [[ $why == *'dubious ownership'* || (! -f $repository/.git/config && ! (-d $repository/objects && -f $repository/config)) ]] ||
    die 1 "$repository has the files of a git repository, and git does not take it for one: are its HEAD, refs or config damaged? (${why//[[:cntrl:]]/?})"
  die 3 "$repository is no git repository (or belongs to another user, see safe.directory)"
fi
# Where a damaged one lies in another repository, git takes that one.
[[ ! -f $repository/.git/config || $why -ef $repository/.git ]] || die 1 "git does not take $repository/.git for a repository, but $why: are its HEAD or refs damaged?"

rc=0
said=$(timeout "${minutes}m" git -C "$repository" fsck --full --no-dangling --no-progress 2>&1) || rc=$?
((rc != 124)) || die 1 "not finished within $minutes minutes, so nothing is known"
# Out of memory, ended by somebody, or not allowed to read: that says nothing of the objects.
if ((rc == 137 || rc == 143)) || [[ $said == *'fatal: Out of memory'* || $said == *': Permission denied'* ]]; then
  die 1 "the check broke off (git fsck ended with $rc), so nothing is known: ${said##*$'\n'}"
fi

declare -A kinds=()
shown=0
while IFS= read -r line; do
  case $line in
    '' | notice:* | 'Checking '* | warning:* | hint:*) continue ;;
  esac
  kind=${line%%[ :]*}
  # A line that goes on from the one before begins with blanks.
  if [[ -n $kind ]]; then kinds[$kind]=$((${kinds[$kind]:-0} + 1)); fi
  shown=$((shown + 1))
  if ((shown <= 20)); then printf '%s\n' "${line//[[:cntrl:]]/?}"; fi
done <<<"$said"
if ((shown > 20)); then printf '... and %d more lines\n' "$((shown - 20))"; fi

counted=$(git -C "$repository" count-objects -v) || die 1 "the objects cannot be counted"
loose='' packed='' garbage=''
while IFS=': ' read -r key value; do
  case $key in
    count) loose=$value ;;
    in-pack) packed=$value ;;
    garbage) garbage=$value ;;
  esac
done <<<"$counted"
printf 'objects: %s loose, %s packed, %s files that are no objects\n' "$loose" "$packed" "$garbage"
if ((loose + packed > 0)); then
  # Git makes a mere notice of it.
  [[ $said != *'notice: No default references'* ]] || die 1 "no branch and no tag leads to the objects: the references are lost (refs, packed-refs), or nothing was ever committed"
  [[ $said != *'notice: HEAD points to an unborn branch'* ]] || printf 'note: HEAD points to a branch that is not there: %s\n' "$(git -C "$repository" symbolic-ref --short HEAD)"
fi
if ((rc != 0)); then
  for kind in "${!kinds[@]}"; do printf 'lines with %s: %d\n' "${kind//[[:cntrl:]]/?}" "${kinds[$kind]}"; done
  if [[ ${#kinds[@]} == 1 && ${kinds[error]:-0} == "$shown" && $said != *'error: '* ]]; then
    die 1 "the objects are whole, but some are not written as git wants it (git fsck ended with $rc); old programs did so"
  fi
  die 1 "the repository is damaged (git fsck ended with $rc)"
fi
printf 'sound: %s\n' "${why//[[:cntrl:]]/?}"
