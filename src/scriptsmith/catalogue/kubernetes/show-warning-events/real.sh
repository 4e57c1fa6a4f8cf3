#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

event() { # NAME NAMESPACE KIND OBJECT TYPE REASON AGE COUNT
  local at
  at=$(date -u -d "-$7" +%Y-%m-%dT%H:%M:%SZ)
  kubectl create --filename - >/dev/null <<Y
{"apiVersion": "v1", "kind": "Event", "metadata": {"name": "$1", "namespace": "$2"}, "type": "$5", "reason": "$6", "count": $8, "firstTimestamp": "$at", "lastTimestamp": "$at",
 "message": "message\n$1", "source": {"component": "kubelet"}, "involvedObject": {"kind": "$3", "name": "$4", "apiVersion": "v1"$([[ $3 == Node ]] || printf ', "namespace": "%s"' "$2")}}
Y
}
event a shop Pod web Warning BackOff '20 minutes' 5
event b shop Pod web Warning BackOff '1 minute' 7
event c shop Pod web Normal Pulled '1 minute' 1
event d shop Pod web Warning Unhealthy '50 minutes' 2
event e default Node n1 Warning DiskPressure '5 minutes' 1
event f shop Pod web Warning Ancient '2 hours' 1
kubectl create --filename - >/dev/null <<Y
{"apiVersion": "events.k8s.io/v1", "kind": "Event", "metadata": {"name": "g", "namespace": "shop"}, "type": "Warning", "reason": "FailedScheduling", "action": "Binding", "note": "0/3 nodes",
 "reportingController": "default-scheduler", "reportingInstance": "s", "eventTime": "$(date -u -d '-3 hours' +%Y-%m-%dT%H:%M:%S.000000Z)", "regarding": {"kind": "Pod", "namespace": "shop", "name": "new", "apiVersion": "v1"},
 "series": {"count": 40, "lastObservedTime": "$(date -u -d '-2 minutes' +%Y-%m-%dT%H:%M:%S.000000Z)"}}
Y
run --namespace shop
check 'it succeeds' test "$status" -eq 0
check 'the newest comes first, those of one object and reason together' grep -qE '^20[0-9TZ:-]+  BackOff  x12  shop/Pod/web$' <<<"$(head -n 1 <<<"$out")"
check 'with the latest message on one line' grep -qx '  message b' <<<"$(sed -n 2p <<<"$out")"
check 'a series counts from when it was last seen' grep -qE '  FailedScheduling  x40  shop/Pod/new$' <<<"$(sed -n 3p <<<"$out")"
check 'what is normal or old is not shown' test "$(grep -cE 'Pulled|Ancient' <<<"$out")" -eq 0
check 'they are counted by reason' grep -qx '4 warnings last occurred within 60 minutes, so often since they began: FailedScheduling 40, BackOff 12, Unhealthy 2' <<<"$out"
run --minutes 10 --namespace shop
check 'the time can be chosen' grep -qx '2 warnings last occurred within 10 minutes, so often since they began: FailedScheduling 40, BackOff 7' <<<"$out"
run
run --minutes 90 --namespace shop
check 'of a longer time than an hour the oldest is told' grep -q '^a cluster forgets events after an hour, .* is of 20' <<<"$out"
run
check 'without a namespace all are asked, also for nodes' grep -qE '  DiskPressure  x1  cluster/Node/n1$' <<<"$out"
run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3 -a -z "$out"
kubectl --namespace shop create role events --verb list --resource events >/dev/null
kubectl --namespace shop create rolebinding events --role events --user guest >/dev/null
run --namespace shop --context without-rights
check 'the right to see one namespace is enough for it' grep -q '^4 warnings' <<<"$out"
run --context without-rights
check 'but not for all, and no number is told' test "$status" -eq 3 -a -z "$out"
finish
