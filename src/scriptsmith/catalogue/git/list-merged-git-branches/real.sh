#!/usr/bin/env bash
. "$HARNESS"
use git
for name in merged squashed open; do g checkout -q -b "fix/$name" main && commit "$name" "$name"; done
g checkout -q main && g merge -q --no-edit --no-ff fix/merged && g merge -q --squash fix/squashed >/dev/null && g commit -q -m squashed
g branch fresh && ann checkout -q -b anns && commit -a b ann && ann push -q origin anns && g fetch -q
list() { run --repository "$work" "$@"; }
names() { sed -n 's/^20[0-9-]*  \([^ ]*\)  .*/\1/p' <<<"$out" | sort | paste -sd ' '; }
list
check 'what is merged is listed, squashed and open ones are not' test "$status:$(names)" = '0:fix/merged fresh'
check 'git says the same' test "$(names)" = "$(g branch --merged main --format='%(refname:short)' | grep -vx main | sort | paste -sd ' ')"
check 'with date and author' grep -qx "$(date +%F)  fix/merged  op" <<<"$out"
check 'they are counted' grep -qx '2 local branches are merged into main (long-lived ones too; squashed or rebased ones cannot be told)' <<<"$out"
list --into origin/main
check 'the branch of a remote may be the target' test "$status:$(names)" = '0:'
g checkout -q -b topic origin/main
list --into origin/main
check 'a topic that follows it is listed, and marked as what may be new' grep -qx "$(date +%F)  topic  op  (same commit, perhaps new)  (checked out)" <<<"$out"
check 'main, which follows it, is not' test "$(names)" = topic
g checkout -q main && g branch -q -D topic
g checkout -q fix/merged && list
check 'what is checked out is marked' grep -q '^.*  fix/merged  op  (checked out)$' <<<"$out"
list --into anns
check 'a branch that is only on the remote must be named so' test "$status" -eq 3
list --into origin/anns
check 'and is found then' test "$status:$(names)" = '0:'
finish
