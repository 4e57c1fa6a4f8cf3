#!/usr/bin/env bash
. "$HARNESS"

refused() { # STATUS WORDS ARG...: the run ends with that status and says those words
  local want=$1 words=$2
  shift 2
  run "$@"
  check "ends with $want and says '$words': $*" bash -c '[ "$1" = "$2" ] && grep -qF -e "$3" <<<"$4"' _ "$status" "$want" "$words" "$err"
}

id=3f2b9c1e-77aa-4c31-9a0e-0f5d2b6c8e11
# The message is that of Terraform 1.7 (internal/command/clistate, states/statemgr/locker.go); options it does not know are errors.
stub terraform <<'EOF'
[[ $1 == -chdir=?* ]] || exit 1
case "$2 ${*:3}" in
  'workspace show') [[ ! -e adrift ]] || exit 1; echo prod ;;
  'plan -input=false -no-color -refresh=false -lock=true -lock-timeout=0s')
    if [[ -e broken ]]; then echo 'Error: No valid credential sources found' >&2; exit 1; fi
    if [[ -e half ]]; then echo 'Error: Error acquiring the state lock' >&2; exit 1; fi
    [[ ! -e lock ]] || { printf '\nError: Error acquiring the state lock\n\nError message: ConditionalCheckFailedException\nLock Info:\n' >&2; sed 's/^/  /' lock >&2; printf '\n\nTerraform acquires a state lock to protect the state\n' >&2; exit 1; } ;;
  'force-unlock -force '*) [[ ! -e fails && $# == 4 ]] || exit 1; rm lock; [[ ! -e again ]] || cp other lock; [[ ! -e breaks ]] || touch broken ;;
  *) echo 'flag provided but not defined' >&2; exit 1 ;;
esac
EOF
stub pgrep <<'EOF'
[[ $# == 1 ]] || { echo "pgrep: invalid option" >&2; exit 2; }
[[ ! -e blind ]] || exit 3
while read -r pid name; do [[ ! $name =~ $1 ]] || echo "$pid"; done <running | grep .
EOF
touch running
stub hostname <<<'echo ci-3'
held() { printf 'ID:        %s\nPath:      s3/prod.tfstate\nOperation: OperationTypeApply\nWho:       %s\nVersion:   1.7.0\nCreated:   %s\nInfo:      \n' "${1-$id}" "${2-jenkins@ci-2}" "$(date -u -d "${3-2 hours ago}" '+%F %T.678901234 +0000 UTC')"; }
fresh() { rm -f broken half fails again breaks blind; : >running; held "$@" >lock; : >"$STUB_LOG"; }
mkdir -p 'my infra/.terraform' plain; cp lock other 2>/dev/null; held other-id bob@pc >other
on() { run --directory 'my infra' --lock-id $id "$@"; }
no() { local want=$1 words=$2; shift 2; refused "$want" "$words" --directory 'my infra' --lock-id $id "$@"; }
fresh; on --dry-run
check 'a dry run says what it would do' test "$status:$(tail -n 1 <<<"$out")" = "0:would unlock: $id of jenkins@ci-2, 120 minutes old, in workspace prod"
check 'the lock is told' test "$(head -n 4 <<<"$out" | cut -d: -f1 | tr '\n' ' ')" = 'ID Path Operation Who '
check 'a dry run unlocks nothing' test -e lock
on
check 'it succeeds' test "$status:$(tail -n 1 <<<"$out")" = "0:unlocked: $id of jenkins@ci-2, 120 minutes old, in workspace prod"
check 'in the directory that was named' test -n "$(calls "^terraform -chdir=./my infra force-unlock -force $id\$")"
: >"$STUB_LOG"; on
check 'a second run has nothing to do' test "$status:$(grep -c '^nothing to unlock: .* of workspace prod in ' <<<"$out"):$(calls force-unlock)" = 0:1:
fresh; sed -i 's/^/│ /' lock; on --dry-run
check 'a frame does not matter' test "$status" -eq 0
fresh other-id
no 3 'the lock is other-id'
fresh $id jenkins@ci-2 '29 minutes ago'
no 3 'is 29 minutes old'
no 3 'is 29 minutes old' --minutes 030
on --minutes 29
check 'the age is yours to say' test "$status" -eq 0
fresh; sed -i '/Created/d' lock
no 3 'since when'
fresh; sed -i 's/Created:.*/Created: then/' lock
no 3 'time of the lock'
fresh; sed -i '/Who/d' lock
no 3 'who holds'
fresh $id root@ci-3; printf '%s\n' '12 bash' '4711 terraform' '4712 terraform' >running
no 3 'a terraform runs on this host, which holds the lock (process 4711 4712)'
for name in terraform1.5.7 terraform-provi tofu terragrunt; do
  echo "4713 $name" >running
  no 3 'a terraform runs on this host, which holds the lock (process 4713)'
done
touch blind
no 3 'cannot be seen (pgrep fails)'
check 'and the lock stays' test -e lock
rm blind; printf '%s\n' '12 unlock-terrafor' '13 terraform-ls' >running; on
check 'a dead one of this host is unlocked' test "$status" -eq 0
fresh; echo '4711 terraform' >running; on
check 'one of another host whatever runs here' test "$status" -eq 0
fresh; touch broken
no 3 'nobody knows whether'
check 'with the reason' grep -q 'No valid credential' <<<"$err"
fresh; touch half
no 3 'nobody knows whether'
rm half; touch adrift
no 3 'does not tell its workspace'
rm adrift
check 'none of these unlocks' test -e lock
fresh; touch fails
no 1 'could not remove'
fresh; touch again
no 1 'locked again, by bob@pc: other-id'
fresh; touch breaks
no 1 'a plan is not possible now'
refused 3 'no initialised Terraform directory' --directory plain --lock-id $id
refused 2 '--directory is required' --lock-id $id
refused 2 '--lock-id is required' --directory plain
refused 2 '--lock-id takes' --directory plain --lock-id -force
refused 2 '--lock-id takes' --directory plain --lock-id '$(touch pwned)'
refused 2 '--minutes takes' --directory plain --lock-id $id --minutes x
refused 3 'no initialised' --directory '$(touch pwned)' --lock-id $id
check 'nothing hostile ran' test ! -e pwned
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --directory plain --lock-id 3f2b9c1e >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'is not installed' none.err)" = 3:1
finish
