#!/usr/bin/env bash
# Create an annotated tag for the current commit of a git repository, and read it back.
#
# Undo: git tag -d with the name of the tag, as long as it was not pushed.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: create-git-tag --tag NAME [--message TEXT] [--repository DIR] [--dry-run]

The tag is made for the commit that is checked out; changes that are not committed are not part of
it: a warning says so. An annotated tag that exists for the same commit is left as it is; one for
another commit is never moved, and a lightweight one is not replaced. Nothing is pushed: git push origin NAME does that.

  --tag NAME        name of the tag
  --message TEXT    message of the tag; empty means "Release NAME"
  --repository DIR  repository to work in (default .)
  --dry-run         say what would be tagged, change nothing
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'create-git-tag: %s\n' "$2" >&2
  exit "$1"
}

tag='' message='' repository=. dry_run=false
while (($# > 0)); do
  case $1 in
    --tag | --message | --repository)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --tag) tag=$2 ;;
        --message) message=$2 ;;
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

[[ -n $tag ]] || die 2 "--tag is required (see --help)"
[[ $tag =~ ^[A-Za-z0-9_][A-Za-z0-9_./+@-]{0,200}$ ]] || die 2 "--tag takes the name of a tag, not '$tag'"
[[ $message != *[[:cntrl:]]* ]] || die 2 "--message takes one line of text"
[[ -n $repository ]] || die 2 "--repository must not be empty"
case $repository in '~' | '~'/*) repository=$HOME${repository#'~'} ;; esac # a quoted ~ was not expanded by the shell
[[ $repository == /* ]] || repository=./$repository
command -v git >/dev/null || die 3 "git is not installed"
[[ -d $repository ]] || die 3 "no such directory: $repository"
export GIT_PAGER=cat GIT_TERMINAL_PROMPT=0 LC_ALL=C
git -C "$repository" rev-parse --git-dir >/dev/null 2>&1 ||
  die 3 "$repository is no git repository (or belongs to another user, see safe.directory)"
g() { git -C "$repository" "$@"; }
g check-ref-format "refs/tags/$tag" || die 2 "--tag: '$tag' cannot be the name of a tag"
commit=$(g rev-parse --verify --quiet 'HEAD^{commit}') || die 3 "the repository has no commit"
if now=$(g rev-parse --verify --quiet "refs/tags/$tag^{commit}"); then
  [[ $now == "$commit" ]] || die 3 "tag $tag exists for another commit, ${now:0:12}, and is not moved"
  [[ $(g cat-file -t "refs/tags/$tag") == tag ]] || die 3 "tag $tag exists for this commit, but it is a lightweight one, without message"
  printf 'exists already: tag %s for %s\n' "$tag" "${commit:0:12}"
  exit 0
fi
g var GIT_COMMITTER_IDENT >/dev/null 2>&1 || die 3 "git does not know who you are: set user.name and user.email"
subject=$(g log -1 --date=short --format='%ad %s' HEAD)
subject=${subject//[[:cntrl:]]/?}
if [[ $(g rev-parse --is-inside-work-tree) == true && -n $(GIT_OPTIONAL_LOCKS=0 g status --porcelain --untracked-files=no) ]]; then
  printf 'warning: there are changes that are not committed, and so not part of the tag\n' >&2
fi
if $dry_run; then
  printf 'would tag: %s as %s (%s)\n' "${commit:0:12}" "$tag" "$subject"
  exit 0
fi

# A message may begin with a number sign, as those of tickets do.
g tag --annotate --cleanup=whitespace --message "${message:-Release $tag}" -- "$tag" "$commit" || die 1 "the tag could not be created"
[[ $(g rev-parse --verify --quiet "refs/tags/$tag^{commit}") == "$commit" ]] || die 1 "tag $tag does not lead to the commit"
printf 'tagged: %s as %s (%s)\n' "${commit:0:12}" "$tag" "$subject"
printf 'not pushed yet; git push origin %s does that\n' "$tag"
