#!/usr/bin/env bash
. "$HARNESS"

printf 'root:x:0:0::/root:/bin/sh\nana:x:1001:1001:Ana:/home/ana:/bin/bash\n' >.passwd
printf 'root:x:0:\nana:x:1001:\nops:x:2000:\n' >.group
stub getent <<'EOF'
grep "^${*: -1}:" ".$1" || exit 2
EOF
echo 0 >.uid
stub id <<<'cat .uid'
stub stat <<<'[ "$1 $2 $3" = "-c %u --" ] && cat .owner'
echo 1002 >.owner
stub useradd <<'EOF'
if [ "$*" = --defaults ]; then [ ! -e .silent ] || exit 0; printf 'GROUP=100\nHOME=%s/home\nINACTIVE=-1\nSHELL=/bin/sh\n' "$PWD"; exit 0; fi
if [ -e .half ]; then echo "useradd: cannot create directory $PWD/home/half" >&2; echo 'half:x:1003:1003::/home/half:/bin/bash' >>.passwd; exit 12; fi
[ ! -e .fails ] || { echo 'useradd: cannot lock /etc/passwd; try again later.' >&2; exit 1; }
shell='' comment=''
while [ $# -gt 1 ]; do
  case $1 in
    --shell) shell=$2; shift ;;
    --comment) comment=$2; shift ;;
    --create-home | --user-group) ;;
    *) exit 2 ;;
  esac
  shift
done
[ -e .nohome ] || mkdir -p "home/$1"
[ ! -e .lost ] || exit 0
[ ! -e .other ] || shell=/bin/false
printf '%s:x:1002:1002:%s:%s/home/%s:%s\n' "$1" "$comment" "$PWD" "$1" "$shell" >>.passwd
EOF

run --user deploy --dry-run
check 'a dry run says what it would do' grep -qx "would create: account deploy with shell /bin/bash and home $PWD/home/deploy" <<<"$out"
check 'a dry run creates nothing' test -z "$(calls '^useradd.*deploy')"
run --user deploy --full-name 'Deploy; $(touch pwned) robot'
check 'it succeeds' test "$status" -eq 0
check 'the account is there' grep -qF 'deploy:x:1002:1002:Deploy; $(touch pwned) robot:' .passwd
check 'it is told, with no password' grep -q '^created: deploy, user id 1002, home .*/home/deploy, no password$' <<<"$out"
run --user deploy
check 'a second run has nothing to do' bash -c '[ "$1" -eq 0 ] && grep -q "^nothing to do" <<<"$2"' _ "$status" "$out"
check 'and creates nothing' test "$(calls '^useradd.*deploy' | wc -l)" -eq 1
cp "$(command -v bash)" 'my shell'
run --user turtle --shell "$PWD/my shell" --dry-run
check 'a shell may have a blank in its path' grep -qxF "would create: account turtle with shell $PWD/my shell and home $PWD/home/turtle" <<<"$out"
run --user turtle --shell "$PWD/my shell"
check 'nothing else is said than that it may be an uncommon one' test -z "$(grep -vF "warning: $PWD/my shell is not in /etc/shells" <<<"$err")"
check 'and the account has it' grep -qxF "turtle:x:1002:1002::$PWD/home/turtle:$PWD/my shell" .passwd
touch .lost; run --user kim; rm .lost
check 'an account that cannot be found afterwards is a failure' test "$status:$(grep -c 'kim cannot be found' <<<"$err")" = 1:1
touch .other; run --user lee; rm .other
check 'so is one with another shell' test "$status:$(grep -c 'with the shell /bin/false' <<<"$err")" = 1:1
touch .silent; run --user max; rm .silent
check 'without the place of homes nothing is created' test "$status:$(calls '^useradd.*max')" = 3:
ln -s nowhere home/dangling
run --user dangling
check 'a link that leads nowhere is no place for a home' test "$status:$(calls '^useradd.*dangling')" = 3:
mkdir home/left
run --user left
check 'a home that is there already is refused' bash -c '[ "$1" -eq 3 ] && ! grep -q "^useradd.*left" "$STUB_LOG"' _ "$status"
echo 0 >.owner
run --user eve
check 'an account whose home is not its own is a failure' test "$status" -eq 1
run --user ops
check 'the name of a group is refused' test "$status" -eq 3
run --user bob --shell /bin/nosuchshell
check 'a missing shell is refused' test "$status" -eq 3
echo plain >plain
run --user bob --shell "$PWD/plain"
check 'so is a file that cannot be run' test "$status" -eq 3
run --user bob --shell bash
check 'a shell needs its full path' test "$status" -eq 2
touch .nohome
run --user bob
check 'an account without a home is a failure' test "$status" -eq 1
touch .half; run --user half; rm .half
half=$status:$err; run --user half
check 'a second run does not take it for done' test "$status:$(grep -c 'the account is there already, and has no home of its own: half:' <<<"$err")" = 1:1
status=${half%%:*} err=${half#*:}
check 'one that was made without its home is told to be there' bash -c '[ "$1" = 1 ] && grep -q "was created without a home" <<<"$2"' _ "$status" "$err"
touch .fails
run --user carl
check 'an account that cannot be created is a failure' test "$status:$(grep -c 'could not create carl' <<<"$err")" = 1:1
echo 1000 >.uid
run --user dora
check 'without root it is refused' test "$status" -eq 3
run --user ana --full-name 'a:b'
check 'a colon in the name is refused' test "$status" -eq 2
run
check 'the user is required' test "$status" -eq 2
run --user 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --user '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
finish
