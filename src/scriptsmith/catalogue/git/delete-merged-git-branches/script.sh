#!/usr/bin/env bash
# Delete the local git branches whose commits are all part of another branch.
#
# Undo: git branch NAME ID, with the id that is printed for each.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: delete-merged-git-branches --into NAME [--repository DIR] [--dry-run]

The target is never guessed. Kept are the target itself, branches that are checked out (in any
worktree), and main, master, develop, and release branches. Branches on remotes are not touched.
No commit is lost, since the target has them all.

  --into NAME       branch that they are merged into (by hand any branch)
  --repository DIR  repository to work in (default .)
  --dry-run         say which branches would be deleted, change nothing
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'delete-merged-git-branches: %s\n' "$2" >&2
  exit "$1"
}

into='' repository=. dry_run=false
while (($# > 0)); do
  case $1 in
    --into | --repository)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --into) into=$2 ;;
        --repository) repository=$2 ;;
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

[[ -n $into ]] || die 2 "--into is required (see --help)"
[[ $into =~ ^[A-Za-z0-9_][A-Za-z0-9_./+@-]{0,200}$ ]] || die 2 "--into takes the name of a branch, not '$into'"
[[ -n $repository ]] || die 2 "--repository must not be empty"
case $repository in '~' | '~'/*) repository=$HOME${repository#'~'} ;; esac # a quoted ~ was not expanded by the shell
[[ $repository == /* ]] || repository=./$repository
command -v git >/dev/null || die 3 "git is not installed"
[[ -d $repository ]] || die 3 "no such directory: $repository"
export GIT_PAGER=cat GIT_TERMINAL_PROMPT=0 LC_ALL=C
git -C "$repository" rev-parse --git-dir >/dev/null 2>&1 ||
  die 3 "$repository is no git repository (or belongs to another user, see safe.directory)"
g() { git -C "$repository" "$@"; }
target=''
for reference in "refs/heads/$into" "refs/remotes/$into"; do
  if [[ -z $target ]] && g rev-parse --verify --quiet "$reference^{commit}" >/dev/null; then target=$reference; fi
done
[[ -n $target ]] || die 3 "no such branch: $into"
list=$(g for-each-ref --merged="$target" --format='%(refname)%09%(objectname)%09%(worktreepath)' refs/heads) || die 1 "the branches could not be listed"

deleted=0 failed=0 kept=0
while IFS=$'\t' read -r reference id worktree; do
  if [[ -z $reference || $reference == "$target" ]]; then continue; fi
  name=${reference#refs/heads/}
  why=''
  case $name in
    main | master | develop | development | trunk | production | prod | staging | stable | live | release | release/* | release-*) why='protected by its name' ;;
  esac
  if [[ -n $worktree ]]; then why='checked out'; fi
  if [[ -n $why ]]; then
    printf 'kept: %s (%s)\n' "$name" "$why"
    kept=$((kept + 1))
  elif $dry_run; then
    printf 'would delete: %s (%s)\n' "$name" "$id"
    deleted=$((deleted + 1))
  elif [[ $(g rev-parse --verify --quiet "$reference") == "$id" ]] && g branch --quiet -D -- "$name" &&
    ! g rev-parse --verify --quiet "$reference" >/dev/null; then
    printf 'deleted: %s (%s)\n' "$name" "$id"
    deleted=$((deleted + 1))
  else
    printf 'could not delete: %s\n' "$name" >&2
    failed=$((failed + 1))
  fi
done <<<"$list"

word=deleted
if $dry_run; then word='would be deleted'; fi
printf '%d %s, %d kept, %d failed\n' "$deleted" "$word" "$kept" "$failed"
((failed == 0)) || exit 1
