#!/usr/bin/env bash
# Revert one git commit by a new commit on the current branch.
#
# Undo: revert the new commit in the same way, or git reset --keep to the former one, which it prints.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: revert-git-commit [--commit ID] [--repository DIR] [--dry-run]

History is not rewritten, so this is right for commits that others have. The commit must be part
of the current branch, and no file may have changes that are not committed. When later commits
touched the same lines, the revert stops with conflicts: it is abandoned then, and nothing
changes. Merges are refused, and so is a commit without a parent: the first one, or the oldest of
a shallow clone (git fetch --unshallow brings the others). Nothing is pushed.

  --commit ID       commit to revert; HEAD is the last one (default HEAD)
  --repository DIR  repository to work in (default .)
  --dry-run         show the commit, change nothing
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'revert-git-commit: %s\n' "$2" >&2
  exit "$1"
}

commit=HEAD repository=. dry_run=false
while (($# > 0)); do
  case $1 in
    --commit | --repository)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --commit) commit=$2 ;;
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

[[ -n $commit ]] || die 2 "--commit is required (see --help)"
[[ $commit =~ ^(HEAD|[0-9a-f]{7,40})$ ]] || die 2 "--commit takes the id of a commit or HEAD, not '$commit'"
[[ -n $repository ]] || die 2 "--repository must not be empty"
case $repository in '~' | '~'/*) repository=$HOME${repository#'~'} ;; esac # a quoted ~ was not expanded by the shell
[[ $repository == /* ]] || repository=./$repository
command -v git >/dev/null || die 3 "git is not installed"
[[ -d $repository ]] || die 3 "no such directory: $repository"
export GIT_PAGER=cat GIT_TERMINAL_PROMPT=0 LC_ALL=C
git -C "$repository" rev-parse --git-dir >/dev/null 2>&1 ||
  die 3 "$repository is no git repository (or belongs to another user, see safe.directory)"
g() { git -C "$repository" "$@"; }
[[ $(g rev-parse --is-inside-work-tree) == true ]] || die 3 "a bare repository has no branch that is checked out"
branch=$(g symbolic-ref --quiet --short HEAD) || die 3 "no branch is checked out (detached HEAD)"
before=$(g rev-parse --verify --quiet HEAD) || die 3 "branch $branch has no commit"
id=$(g rev-parse --verify --quiet "$commit^{commit}") || die 3 "no such commit (or several begin like this): $commit"
for mark in MERGE_HEAD CHERRY_PICK_HEAD REVERT_HEAD BISECT_LOG rebase-merge rebase-apply sequencer; do
  path=$(g rev-parse --git-path "$mark")
  [[ $path == /* ]] || path=$repository/$path
  [[ ! -e $path ]] || die 3 "a merge, revert, cherry-pick or the like is not finished ($mark)"
done
g merge-base --is-ancestor "$id" HEAD || die 3 "commit $commit is not part of branch $branch"
read -r -a ids <<<"$(g rev-list --parents -1 "$id")"
((${#ids[@]} <= 2)) || die 3 "refused: commit $commit is a merge"
# Without a parent all files are what the commit brought.
((${#ids[@]} == 2)) || [[ $(g rev-parse --is-shallow-repository) == false ]] || die 3 "refused: the history is cut at commit $commit (shallow clone), and all files would go: git fetch --unshallow first"
((${#ids[@]} == 2)) || die 3 "refused: commit $commit is the first one, and all its files would go"
[[ -z $(GIT_OPTIONAL_LOCKS=0 g status --porcelain --untracked-files=no) ]] || die 3 "there are changes that are not committed: commit or stash them first"
g var GIT_COMMITTER_IDENT >/dev/null 2>&1 || die 3 "git does not know who you are: set user.name and user.email"

last=$(g log -1 --format=%B HEAD)
if [[ $last == *"This reverts commit $id"* ]]; then
  printf 'nothing to revert: the last commit of %s reverts %s already\n' "$branch" "${id:0:12}"
  exit 0
fi
if [[ $commit == HEAD && $last == *'This reverts commit '* ]]; then
  printf 'nothing to revert: the last commit of %s is a revert itself; to revert that, name its id, %s\n' "$branch" "${id:0:12}"
  exit 0
fi
about=$(g log -1 --date=short --format='%ad %an: %s' "$id")
about=${about//[[:cntrl:]]/?}
if $dry_run; then
  printf 'would revert: %s (%s) on branch %s\n' "${id:0:12}" "$about" "$branch"
  exit 0
fi
if ! said=$(g revert --no-edit "$id" 2>&1); then
  printf '%s\n' "${said:0:600}" >&2
  g revert --abort 2>/dev/null || true
  left=$(g status --porcelain --untracked-files=no) || left=unknown
  [[ $(g rev-parse HEAD) == "$before" && -z $left ]] || die 1 "the revert failed and could not be abandoned: look at git status"
  die 1 "commit ${id:0:12} cannot be reverted by itself (conflicts?); nothing changed"
fi
new=$(g rev-parse HEAD)
[[ $new != "$before" && $(g rev-parse HEAD^) == "$before" ]] || die 1 "no new commit was made"
printf 'reverted: %s (%s) by %s on branch %s, not pushed, formerly at %s\n' "${id:0:12}" "$about" "${new:0:12}" "$branch" "$before"
