#!/usr/bin/env bash
# Fetch a branch from a remote and move the checked out branch of that name forward to it.
#
# Undo: git reset --keep with the former commit, which it prints.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: fast-forward-git-branch [--remote NAME] [--branch NAME] [--repository DIR] [--dry-run]

The branch moves only when it has no commits of its own that the remote lacks; nothing is merged
or rebased. Files with changes that were not committed and that the update would touch stop it,
and nothing changes then. Submodules stay as they are. The fetch gives up after two minutes and never asks for a password; a
command for SSH that the repository or the environment names is run as it is.

  --remote NAME     remote to fetch from (default origin)
  --branch NAME     branch that must be checked out; current takes whichever is (default current)
  --repository DIR  repository to work in (default .)
  --dry-run         fetch, say what would come in, and leave the branch as it is
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'fast-forward-git-branch: %s\n' "$2" >&2
  exit "$1"
}

remote=origin branch=current repository=. dry_run=false
while (($# > 0)); do
  case $1 in
    --remote | --branch | --repository)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --remote) remote=$2 ;;
        --branch) branch=$2 ;;
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

[[ -n $remote ]] || die 2 "--remote is required (see --help)"
[[ -n $branch ]] || die 2 "--branch is required (see --help)"
[[ $remote =~ ^[A-Za-z0-9_][A-Za-z0-9_./-]{0,100}$ ]] || die 2 "--remote takes the name of a remote, not '$remote'"
[[ $branch =~ ^[A-Za-z0-9_][A-Za-z0-9_./+@-]{0,200}$ ]] || die 2 "--branch takes the name of a branch, not '$branch'"
command -v timeout >/dev/null || die 3 "timeout (coreutils) is not installed"
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
here=$(g symbolic-ref --quiet --short HEAD) || die 3 "no branch is checked out (detached HEAD)"
if [[ $branch == current ]]; then branch=$here; fi
[[ $branch == "$here" ]] || die 3 "branch $here is checked out, not $branch"
g config --get "remote.$remote.url" >/dev/null || die 3 "no such remote: $remote"
before=$(g rev-parse --verify --quiet HEAD) || die 3 "branch $branch has no commit"

# The key of a checkout is often named in core.sshCommand, which GIT_SSH_COMMAND would hide.
if [[ -z ${GIT_SSH_COMMAND:-}${GIT_SSH:-} ]] && ! g config --get core.sshCommand >/dev/null; then
  export GIT_SSH_COMMAND='ssh -oBatchMode=yes -oConnectTimeout=20'
fi
timeout 120 git -C "$repository" fetch --quiet --no-tags -- "$remote" "refs/heads/$branch" ||
  die 1 "could not fetch branch $branch from $remote"
new=$(g rev-parse --verify --quiet 'FETCH_HEAD^{commit}') || die 1 "the fetch brought no commit"
ahead=$(g rev-list --count "$new..$before") behind=$(g rev-list --count "$before..$new")
if ((behind == 0)); then
  printf 'nothing to update: %s has all of %s (%d commits of its own)\n' "$branch" "$remote" "$ahead"
  exit 0
fi
((ahead == 0)) || die 3 "$branch has $ahead commits that $remote lacks, and lacks $behind: merge or rebase by hand"

if $dry_run; then
  printf 'would move: %s from %s to %s, %d commits:\n' "$branch" "${before:0:12}" "${new:0:12}" "$behind"
  while IFS= read -r line; do printf '  %s\n' "${line//[[:cntrl:]]/?}"; done < <(g log -20 --format='%h %an: %s' "$before..$new")
  exit 0
fi
g merge --quiet --ff-only "$new" || die 1 "the branch could not be moved (changes that are not committed?); nothing changed"
[[ $(g rev-parse HEAD) == "$new" ]] || die 1 "the branch is not where it should be"
printf 'moved: %s from %s to %s, %d commits\n' "$branch" "$before" "${new:0:12}" "$behind"
