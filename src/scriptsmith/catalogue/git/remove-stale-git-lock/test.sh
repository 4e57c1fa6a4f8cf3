#!/usr/bin/env bash
. "$HARNESS"

export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=ann GIT_AUTHOR_EMAIL=ann@example.org GIT_COMMITTER_NAME=ann GIT_COMMITTER_EMAIL=ann@example.org
git init -q -b main r
g() { git -C r "$@"; }
commit() { # FILE TEXT: one commit that writes TEXT to FILE
  printf '%s\n' "$2" >"r/$1"
  g add -A && g commit -q -m "$1: ${2%%$'\n'*}"
}
stub fuser <<'STUB'
[[ ${!#} == *held* ]]
STUB
stub pgrep <<'STUB'
if [ -e busy ]; then cat busy; else exit 1; fi
STUB
commit a.txt one
for name in index.lock HEAD.lock refs/heads/held-not.lock; do : >"r/.git/$name"; done
mv r/.git/refs/heads/held-not.lock r/.git/refs/heads/main.lock
touch -d '1 hour ago' r/.git/index.lock r/.git/refs/heads/main.lock

run --repository r --dry-run
check 'a dry run names the lock' grep -qE '^would remove: /.*/r/.git/index.lock$' <<<"$out"
check 'a dry run removes nothing' test -e r/.git/index.lock
echo "$$" >busy
stub readlink <<'STUB'
if [[ ${!#} == /proc/*/cwd ]]; then echo "$(cd r && pwd -P)/sub"; else exec /usr/bin/readlink "$@"; fi
STUB
run --repository r
check 'while git works there, nothing is removed' bash -c '[ "$1" -eq 1 ] && [ -e r/.git/index.lock ]' _ "$status"
rm busy
mkdir -p r/.git/modules/lib r/.git/worktrees/other r/.git/annex
for name in modules/lib/index.lock worktrees/other/index.lock annex/mergedrefs.lock; do : >"r/.git/$name"; touch -d '1 hour ago' "r/.git/$name"; done
run --repository r
check 'those of submodules and worktrees go, those of other programs do not' test "$(find r/.git/modules r/.git/worktrees r/.git/annex -name '*.lock')" = r/.git/annex/mergedrefs.lock
rm -r r/.git/modules r/.git/worktrees r/.git/annex
for name in index.lock refs/heads/main.lock; do : >"r/.git/$name"; touch -d '1 hour ago' "r/.git/$name"; done
run --repository r
check 'it succeeds' test "$status" -eq 0
check 'old locks are gone' test ! -e r/.git/index.lock -a ! -e r/.git/refs/heads/main.lock
check 'each is named once' bash -c 'grep -qx "2 removed" <<<"$1" && [ "$(grep -c "^removed: .*index.lock" <<<"$1")" -eq 1 ]' _ "$out"
check 'a fresh lock stays' test -e r/.git/HEAD.lock
check 'git works again' g update-index --refresh
check 'nothing else is touched' test "$(g rev-list --count main)" -eq 1
run --repository r
check 'a second run has nothing to do' bash -c '[ "$1" -eq 0 ] && grep -q "no lock file" <<<"$2"' _ "$status" "$out"
: >r/.git/held.lock; touch -d '1 hour ago' r/.git/held.lock
run --repository r
check 'a lock that is held open stays' bash -c '[ "$1" -eq 1 ] && [ -e r/.git/held.lock ]' _ "$status"
run --repository nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --repository r --minutes 0
check 'locks of this moment are never taken' test "$status" -eq 2
run --repository r --minutes 'x; touch pwned'
check 'nothing hostile ran' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
