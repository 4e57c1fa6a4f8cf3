#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'srv/app/a b' other
for f in one 'a b/two' $'new\nline' -dash; do printf 'x\n' >"srv/app/$f"; done
printf 'x\n' >other/outside
ln -s "$PWD/other/outside" srv/app/link
chown -h 1234:1234 srv/app/one 'srv/app/a b/two' srv/app/new* srv/app/link other/outside
printf 'app:x:4321:4322::/:/bin/sh\n' >.passwd
printf 'web:x:4400:\n' >.group
stub getent <<'EOF'
grep "^${*: -1}:" ".$1" || exit 2
EOF
tree() { find srv other -printf '%U:%G %p\n' | sort; }
before=$(tree)

run --directory srv/app --user app --dry-run
check 'a dry run shows the former owners' grep -Eqx ' +4 1234:1234' <<<"$out"
check 'a dry run changes nothing' test "$(tree)" = "$before"
run --directory srv/app --user app
check 'it succeeds' test "$status" -eq 0
check 'all of it belongs to the user' test -z "$(find srv/app ! -uid 4321)"
check 'the group stays' test "$(stat -c %g srv/app/one)" = 1234
check 'what a link leads to stays' test "$(stat -c %u other/outside)" = 1234
run --directory srv/app --user app
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
run --directory srv/app --user app --group web
check 'the group is set when given' test -z "$(find srv/app ! -gid 4400)"
chown 1234 'srv/app/a b/two'
run --directory 'srv/app/a b' --user app
check 'a blank in a name is a part of it' test "$status:$(stat -c %u 'srv/app/a b/two')" = 0:4321
check 'where no bit is lost none is warned of' test -z "$err"
printf 'x\n' >srv/app/special && chmod 4755 srv/app/special
run --directory srv/app --user app --dry-run
check 'that a setuid bit is lost is told before' grep -q '1 files lose their setuid' <<<"$err"
rm srv/app/special
chown 1234 srv/app/one
stub getcap <<<'for each; do [[ $each != */one ]] || echo "$each cap_net_bind_service=ep"; done'
run --directory srv/app --user app --dry-run
check 'that capabilities are lost is told before' grep -q '^warning: 1 files lose their capabilities' <<<"$err"
rm .stubs/getcap; chown 4321 srv/app/one
ln other/outside srv/app/hard
run --directory srv/app --user app --dry-run
check 'a second name is pointed out' grep -q '1 files have a second name' <<<"$err"
stub chown <<<'exit 1'
run --directory srv/app --user app
check 'a change that fails is a failure' test "$status" -eq 1
stub chown <<<'[[ ! -e .goes ]] || { rm .goes; echo "chown: cannot access: No such file or directory" >&2; /bin/chown "$@"; exit 1; }; exec /bin/chown "$@"'
/bin/chown 1234 srv/app/one; touch .goes
run --directory srv/app --user app
check 'a file that goes meanwhile is no failure' test "$status:$(stat -c %u srv/app/one)" = 0:4321
rm .stubs/chown
mkdir -p srv/app/.local/share/{containers/storage,docker} && chown 1234 srv/app/one srv/app/.local/share/*
run --directory srv/app --user app
check 'files of rootless containers stay, and are named' test "$status:$(stat -c %u srv/app/one srv/app/.local/share/containers/storage srv/app/.local/share/docker | paste -sd ' '):$(grep -c 'holds the files of containers: .*/srv/app/.local/share/' <<<"$out")" = '0:4321 0 1234:2'
run --directory srv/app/.local/share/containers/storage --user app
check 'they are refused by themselves' test "$status" -eq 3
rm -r srv/app/.local
/bin/chown 1234 srv/app/one
stub id <<<'echo 1000'
run --directory srv/app --user app
check 'without root it is refused' test "$status" -eq 3
rm .stubs/id
for wide in / /var /home /etc/ssh /usr/share/doc /var/log; do run --directory "$wide" --user app --dry-run; echo "$status"; done >codes
stub realpath <<<'case ${!#} in *engine) echo /var/lib/docker/volumes/db ;; *) exec /usr/bin/realpath "$@" ;; esac'
mkdir engine; run --directory engine --user app --dry-run
check 'the files of containers are refused' test "$status:$(grep -c 'owners are those of their images' <<<"$err")" = 3:1
rm .stubs/realpath
check 'system directories are refused' test "$(sort -u codes)" = 3
run --directory nowhere --user app
check 'a missing directory is refused' test "$status" -eq 3
run --directory srv/app --user ghost
check 'a missing user is refused' test "$status" -eq 3
run --directory srv/app --user app --group ghosts
check 'a missing group is refused' test "$status" -eq 3
run --directory srv/app
check 'the user is required' test "$status" -eq 2
run --directory srv/app --user 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --directory srv/app --user '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
finish
