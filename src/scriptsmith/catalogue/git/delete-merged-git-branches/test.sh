#!/usr/bin/env bash
. "$HARNESS"

export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=ann GIT_AUTHOR_EMAIL=ann@example.org GIT_COMMITTER_NAME=ann GIT_COMMITTER_EMAIL=ann@example.org
git init -q -b main r
g() { git -C r "$@"; }
commit() { # FILE TEXT: one commit that writes TEXT to FILE
  printf '%s\n' "$2" >"r/$1"
  g add -A && g commit -q -m "$1: ${2%%$'\n'*}"
}
commit a.txt one
for name in old -- release-1 develop; do [ "$name" = -- ] || g branch "$name"; done
g checkout -q -b done/one; commit b.txt work; tip=$(g rev-parse HEAD); g checkout -q main; g merge -q --no-edit done/one
g checkout -q -b open; commit c.txt more; g checkout -q main
g worktree add -q ../w -b elsewhere 2>/dev/null

run --repository r --into main --dry-run
check 'a dry run names a merged branch with its id' grep -qx "would delete: done/one ($tip)" <<<"$out"
check 'a dry run counts' grep -qx '2 would be deleted, 3 kept, 0 failed' <<<"$out"
check 'a dry run deletes nothing' test "$(g branch | wc -l)" -eq 7
real=$(command -v git)
broken() { # WORDS COMMAND: a git that only does COMMAND where WORDS are among its arguments
  stub git <<EOF
[[ " \$* " != *' $1 '* ]] || $2
exec $real "\$@"
EOF
}
broken "for-each-ref --merged=refs/heads/main --format=%(refname)%09%(objectname)%09%(worktreepath) refs/heads" 'exit 128'
run --repository r --into main
check 'branches that cannot be listed are a failure' test "$status" -eq 1
rm .stubs/git
run --repository r --into main
check 'it succeeds' test "$status" -eq 0
check 'merged branches are gone' test -z "$(g branch --list old done/one)"
check 'its id is told' grep -qx "deleted: done/one ($tip)" <<<"$out"
check 'a branch that is not merged stays' test -n "$(g branch --list open)"
check 'protected names stay' test "$(g branch --list develop release-1 main | wc -l)" -eq 3
check 'a branch of another worktree stays' grep -q '^kept: elsewhere (checked out)$' <<<"$out"
check 'all is counted' grep -qx '2 deleted, 3 kept, 0 failed' <<<"$out"
run --repository r --into main
check 'a second run has nothing to do' bash -c '[ "$1" -eq 0 ] && grep -q "^0 deleted" <<<"$2"' _ "$status" "$out"
check 'a deleted branch can be put back' g branch done/one "$tip"
g branch production; g branch staging
run --repository r --into main --dry-run
check 'branches that are deployed lag behind the target, and stay' test "$(grep -c '^kept: .* (protected by its name)$' <<<"$out"):$(g branch --list production staging | wc -l)" = 4:2
g branch -q -D production staging
mkdir -p r/.git/refs/heads/done && : >r/.git/refs/heads/done/one.lock
run --repository r --into main
check 'a branch that is locked is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "1 failed" <<<"$2"' _ "$status" "$out"
run --repository r --into nowhere
check 'a target that does not exist is refused' test "$status" -eq 3
run --into main --repository "$PWD/r" --dry-run
check 'an absolute path is taken' test "$status" -eq 0
run --into main --repository '' --dry-run
check 'an empty path is refused' test "$status" -eq 2
mkdir plain
run --into main --repository plain --dry-run
check 'a directory without a repository is refused' bash -c '[ "$1" -eq 3 ] && grep -q "plain is no git repository" <<<"$2"' _ "$status" "$err"
run --repository nowhere --into main
check 'a missing directory is refused' bash -c '[ "$1" -eq 3 ] && grep -q "no such directory" <<<"$2"' _ "$status" "$err"
run --repository r --into '-D'
check 'an option is no branch' test "$status" -eq 2
run --repository r --into '$(touch pwned)'
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
run --repository r
check 'the target is required, so that nothing is deleted by a guess' test "$status" -eq 2
HOME=$PWD/nobody run --into main --repository '~/nothing'
check 'a ~ that the shell left alone is the home' grep -qx '.*no such directory: .*/nobody/nothing' <<<"$err"
finish
