#!/usr/bin/env bash
. "$HARNESS"

refused() { # STATUS WORDS ARG...: the run ends with that status and says those words
  local want=$1 words=$2
  shift 2
  run "$@"
  check "ends with $want and says '$words': $*" bash -c '[ "$1" = "$2" ] && grep -qF -e "$3" <<<"$4"' _ "$status" "$want" "$words" "$err"
}

id=i-0abc1234def567890
# Options and shapes are those of AWS CLI 2.9 (ec2 describe-instances, describe-instance-status, reboot-instances).
stub aws <<'EOF'
[[ $1 == ec2 && -z $AWS_PAGER ]] || exit 252
verb=$2 dry=no; shift 2
while (($# > 0)); do
  case $1 in
    --instance-ids) id=$2; shift 2 ;;
    --region) [[ $2 == eu-central-1 ]] || { echo 'Could not connect to the endpoint URL' >&2; exit 255; }; shift 2 ;;
    --output) [[ $2 == json ]] || exit 252; shift 2 ;;
    --profile | --cli-connect-timeout | --cli-read-timeout) shift 2 ;;
    --dry-run) dry=yes; shift ;;
    *) echo "aws: error: Unknown options: $1" >&2; exit 252 ;;
  esac
done
case $verb in
  describe-instances) cat instances ;;
  reboot-instances)
    if [[ $dry == yes ]]; then echo "An error occurred ($(cat may)) when calling the RebootInstances operation" >&2; exit 254; fi
    [[ ! -e fails ]] || exit 254; touch rebooted ;;
  describe-instance-status) [[ ! -e mute ]] || exit 255; head -n 1 status; [[ $(wc -l <status) == 1 ]] || sed -i 1d status ;;
  *) exit 252 ;;
esac
EOF
stub sleep <<<'exit 0'
instance() { # STATE TAGS
  jq -n --arg id $id --arg state "$1" --argjson tags "${2-null}" '{Reservations: [{Instances: [{InstanceId: "i-00000000", State: {Name: "running"}}, {InstanceId: $id, State: {Name: $state}, InstanceType: "m5.large", LaunchTime: "2026-01-02T03:04:05+00:00", Tags: $tags}]}]}' >instances
}
states() { for each; do printf '{"InstanceStatuses": [{"SystemStatus": {"Status": "%s"}, "InstanceStatus": {"Status": "%s"}}]}\n' "${each%/*}" "${each#*/}"; done >status; }
fresh() { rm -f rebooted fails mute; instance running '[{"Key": "Name", "Value": "web\u001b1"}]'; echo DryRunOperation >may; states ok/ok ok/initializing ok/ok; : >"$STUB_LOG"; }
on() { run --instance-id $id --region eu-central-1 "$@"; }
no() { local want=$1 words=$2; shift 2; refused "$want" "$words" --instance-id $id --region eu-central-1 "$@"; }
fresh; on --dry-run
check 'a dry run says what it would do' test "$status:$(tail -n 1 <<<"$out")" = "0:would reboot: instance $id (web?1) in eu-central-1"
check 'the instance is told' grep -qx "instance $id (web?1), m5.large, running since 2026-01-02T03:04:05+00:00" <<<"$out"
check 'a dry run reboots nothing' test ! -e rebooted
check 'no group, no warning' test -z "$err"
on --profile prod
check 'it succeeds' test "$status:$(tail -n 1 <<<"$out")" = '0:status checks: system ok, instance ok; whether it has started anew its uptime tells'
check 'it was rebooted' test -e rebooted
check 'the first good look is not believed' test "$(calls '^sleep 15' | wc -l)" -eq 4
check 'the profile is passed on' test -n "$(calls 'reboot-instances .*--profile prod')"
fresh; states ok/ok; on
check 'checks that are ok from the first are believed after 5 minutes' test "$status:$(calls '^sleep 15' | wc -l)" = 0:20
fresh; states ok/ok
no 1 'ok all the time, which within 285 s may be those of before' --timeout 285
fresh; states ok/ok ok/impaired ok/ok ok/impaired
no 1 'after 120 s the checks are: system ok, instance impaired' --timeout 120
fresh; instance running '[{"Key": "aws:autoscaling:groupName", "Value": "web-asg"}]'; on
check 'a group is told' grep -q '^warning: Auto Scaling group web-asg' <<<"$err"
fresh; instance stopped
no 3 'is stopped'
fresh; echo UnauthorizedOperation >may
no 3 'you may not reboot it: An error occurred (UnauthorizedOperation)'
check 'neither is rebooted' test ! -e rebooted
fresh; touch fails
no 1 'did not take the order'
fresh; touch mute
no 1 'the status cannot be read'
fresh; echo '<html>' >status
no 1 'is not understood'
fresh; states ok/impaired
no 1 'after 45 s the checks are: system ok, instance impaired' --timeout 045
check 'it looks for so long' test "$(calls '^sleep' | wc -l)" -eq 3
fresh; states impaired/ok
no 1 'system impaired, instance ok' --timeout 30
fresh; echo '{"InstanceStatuses": []}' >status
no 1 'system unknown, instance unknown' --timeout 15
echo '{"Reservations": []}' >instances
no 3 'cannot read instance'
refused 3 'cannot read instance' --instance-id $id --region us-east-1
refused 2 '--instance-id is required' --region eu-central-1
refused 2 '--region is required' --instance-id $id
refused 2 '--instance-id takes' --region eu-central-1 --instance-id web-1
refused 2 '--instance-id takes' --region eu-central-1 --instance-id 'i-$(touch pwned)'
refused 2 '--region takes' --instance-id $id --region here
refused 2 '--profile takes' --instance-id $id --region eu-central-1 --profile -x
refused 2 '--timeout takes' --instance-id $id --region eu-central-1 --timeout 0
check 'nothing hostile ran' test ! -e pwned
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --instance-id i-0abc1234 --region eu-central-1 >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'is not installed' none.err)" = 3:1
finish
