#!/usr/bin/env bash
. "$HARNESS"
use git
commit readme second
tag() { run --repository "$work" "$@"; }
tag --tag v1.0 --dry-run
check 'a dry run makes no tag' test "$status:$(g tag)" = 0:
printf 'open\n' >"$work/readme"
tag --tag v1.0 --message 'First & "best" release'
check 'it succeeds' test "$status" -eq 0
check 'the tag is an annotated one of the commit' test "$(g cat-file -t v1.0) $(g rev-parse 'v1.0^{commit}')" = "tag $(head_of)"
check 'its message is as given, from the person' test "$(g for-each-ref --format='%(contents:subject) by %(taggername)' refs/tags/v1.0)" = 'First & "best" release by op'
check 'changes that are not in it are told' grep -q 'not committed' <<<"$err"
check 'nothing is pushed' test -z "$(git --git-dir /srv/remote.git tag)"
first=$(head_of v1.0)
tag --tag v1.0
check 'a second run leaves it' test "$status:$(head_of v1.0)" = "0:$first"
ln -s "$work" ~/checkout
run --tag v1.0 --repository '~/checkout'
check 'a quoted ~ is the home' grep -q '^exists already: tag v1.0' <<<"$out"
commit readme third
tag --tag v1.0
check 'a tag of another commit is not moved' test "$status:$(head_of v1.0)" = "3:$first"
tag --tag v1.1
eval "g $(sed -n 's/^not pushed yet; git \(.*\) does that$/\1/p' <<<"$out")" 2>/dev/null
check 'the command that it names pushes it' git --git-dir /srv/remote.git rev-parse --verify v1.1
tag --tag v1.2 --message '#4711 hotfix'
check 'a message may begin with a number sign' test "$(g for-each-ref --format='%(contents:subject)' refs/tags/v1.2)" = '#4711 hotfix'
g tag light
tag --tag light
check 'a lightweight tag is not taken for one with a message' test "$status:$(g cat-file -t light)" = 3:commit
tag --tag 'v1..2'
check 'a name that git refuses is refused' test "$status" -eq 2
g config tag.gpgSign true && g config user.signingKey nobody && g config gpg.program /bin/false
tag --tag v2.0
check 'a signature that cannot be made is a failure' test "$status:$(head_of v2.0)" = 1:
git config --global --unset user.email && git config --global user.useConfigOnly true && g config --unset tag.gpgSign
tag --tag v3.0
check 'somebody whom git does not know is refused' test "$status:$(head_of v3.0)" = 3:
finish
