#!/usr/bin/env bash
# Reboot one EC2 instance, and wait until its status checks are good.
#
# Undo: none is needed, it comes up again by itself; what it had in memory is gone.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: reboot-ec2-instance --instance-id ID --region NAME [--profile NAME] [--timeout N]
       [--dry-run]

Ask EC2 to reboot the operating system of one instance; address, disks and host stay. Whether one
may is asked before, by a dry run of AWS. Refused is an instance that does not run. One of an Auto
Scaling group is told, for the group may replace an instance whose health check fails. EC2 does
not tell when a system has started again, and renews its checks only once a minute: they must have
been other than ok and be ok again, or be ok 5 minutes after the order. Its uptime tells the rest.
When the host below has failed, a reboot does not help, but stop and start does. Credentials are
those of the aws client.

  --instance-id ID  id of the instance
  --region NAME     region it runs in
  --profile NAME    profile of the aws client (default: that of the environment)
  --timeout N       how long to wait for the status checks, in seconds (default 600)
  --dry-run         say what would be done, change nothing
  --help            show this text

Exit status: 0 the reboot was asked for and the status checks are good, 1 failed, 2 wrong usage, 3
a precondition fails.
EOF
}

die() {
  printf 'reboot-ec2-instance: %s\n' "$2" >&2
  exit "$1"
}

instance_id='' region='' profile='' timeout=600 dry_run=false
while (($# > 0)); do
  case $1 in
    --instance-id | --region | --profile | --timeout)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --instance-id) instance_id=$2 ;;
        --region) region=$2 ;;
        --profile) profile=$2 ;;
        --timeout) timeout=$2 ;;
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

[[ -n $instance_id ]] || die 2 "--instance-id is required (see --help)"
[[ -n $region ]] || die 2 "--region is required (see --help)"
[[ $instance_id =~ ^i-[0-9a-f]{8,17}$ ]] || die 2 "--instance-id takes the id of an instance such as i-0abc1234def567890, not '$instance_id'"
[[ $region =~ ^[a-z]{2,4}(-[a-z]+)+-[0-9]{1,2}$ ]] || die 2 "--region takes a region such as eu-central-1, not '$region'"
[[ -z $profile || $profile =~ ^[A-Za-z0-9_][A-Za-z0-9_.@/+-]{0,100}$ ]] || die 2 "--profile takes the name of a profile, not '$profile'"
[[ $timeout =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--timeout takes a whole number of seconds above 0, not '$timeout'"
timeout=$((10#$timeout))
for tool in aws jq; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
where=(--region "$region" --output json)
[[ -z $profile ]] || where+=(--profile "$profile")
ec2() { AWS_PAGER='' aws ec2 "$@" "${where[@]}" --cli-connect-timeout 10 --cli-read-timeout 60 </dev/null; }
look() { # state, name, group, type, since when
  ec2 describe-instances --instance-ids "$instance_id" | jq -r --arg id "$instance_id" '[.Reservations[].Instances[] | select(.InstanceId == $id)] | .[0] // error("none") | def tag($key): [.Tags[]? | select(.Key == $key) | .Value] | .[0] // "-";
    [.State.Name, tag("Name"), tag("aws:autoscaling:groupName"), .InstanceType, .LaunchTime] | map(. // "-" | gsub("[[:cntrl:]|]"; "?")) | join("|")'
}
line=$(look) || die 3 "cannot read instance $instance_id in $region (does it exist there, and are you logged in?)"
IFS='|' read -r state name group kind since <<<"$line"
printf 'instance %s (%s), %s, %s since %s\n' "$instance_id" "$name" "$kind" "$state" "$since"
[[ $state == running ]] || die 3 "refused: instance $instance_id is $state"
[[ $group == - ]] || printf 'warning: Auto Scaling group %s may replace it when a health check fails meanwhile\n' "$group" >&2
# A dry run always ends in an error, which says whether one may.
allowed=$(ec2 reboot-instances --instance-ids "$instance_id" --dry-run 2>&1) || true
[[ $allowed == *DryRunOperation* ]] || die 3 "you may not reboot it: ${allowed//[[:cntrl:]]/ }"
if $dry_run; then
  printf 'would reboot: instance %s (%s) in %s\n' "$instance_id" "$name" "$region"
  exit 0
fi
ec2 reboot-instances --instance-ids "$instance_id" >/dev/null || die 1 "EC2 did not take the order"
printf 'asked for: reboot of instance %s (%s)\n' "$instance_id" "$name"

checks='' good=0 disturbed=false
for ((waited = 0; waited < timeout; waited += 15)); do
  sleep 15
  said=$(ec2 describe-instance-status --instance-ids "$instance_id") || die 1 "the reboot was asked for, and the status cannot be read"
  checks=$(jq -r '.InstanceStatuses[0] // {} | "system \(.SystemStatus.Status // "unknown"), instance \(.InstanceStatus.Status // "unknown")"' <<<"$said") || die 1 "what EC2 says of the status is not understood"
  if [[ $checks != 'system ok, instance ok' ]]; then
    good=0 disturbed=true
    continue
  fi
  # After the order the checks are those of before for a while; one that does not start fails them within 5 minutes.
  good=$((good + 1))
  if ((good >= 2)) && { $disturbed || ((waited + 15 >= 300)); }; then
    printf 'status checks: %s; whether it has started anew its uptime tells\n' "$checks"
    exit 0
  fi
done
[[ $disturbed == true || $checks != 'system ok, instance ok' ]] ||
  die 1 "the reboot was asked for; the checks were ok all the time, which within $timeout s may be those of before"
die 1 "the reboot was asked for, and after $timeout s the checks are: $checks"
