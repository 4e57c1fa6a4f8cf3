#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

defines() { # KIND PLURAL
  kubectl create --filename - >/dev/null <<Y
{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "$2.chaos-mesh.org"}, "spec": {"group": "chaos-mesh.org",
 "scope": "Namespaced", "names": {"kind": "$1", "plural": "$2", "singular": "${1,,}"}, "versions": [{"name": "v1alpha1", "served": true, "storage": true,
 "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}]}}
Y
}
object() { # KIND NAME: NAME belongs to the schedule that stands before the dash
  local of=${2%%-*} uid
  uid=$(kubectl get "schedules.chaos-mesh.org/$of" --namespace chaos-mesh --ignore-not-found --output 'jsonpath={.metadata.uid}')
  kubectl create --namespace chaos-mesh --filename - >/dev/null <<Y
{"apiVersion": "chaos-mesh.org/v1alpha1", "kind": "$1", "spec": {"schedule": "*/5 * * * *", "type": "PodChaos"}, "status": {"conditions": [{"type": "Paused", "status": "False"}]}, "metadata": {"name": "$2", "labels": {"team": "shop"},
 "ownerReferences": [$([[ -z $uid ]] || printf '{"apiVersion": "chaos-mesh.org/v1alpha1", "kind": "Schedule", "name": "%s", "uid": "%s", "controller": true}' "$of" "$uid")]}}
Y
}
kubectl create namespace chaos-mesh >/dev/null
kubectl config set-context --current --namespace chaos-mesh >/dev/null  # what is taken where none is named
defines Schedule schedules
defines PodChaos podchaos
await kubectl get schedules.chaos-mesh.org --namespace chaos-mesh
await kubectl get podchaos.chaos-mesh.org --namespace chaos-mesh
object Schedule kill
object Schedule other
object Schedule soon
object PodChaos soon-1
object PodChaos kill-1
object PodChaos other-1
object PodChaos kill-2
kubectl patch podchaos.chaos-mesh.org kill-2 --namespace chaos-mesh --type merge --patch '{"spec": {"action": "pod-failure"}, "status": {"conditions": [{"type": "Paused", "status": "True"}, {"type": "AllRecovered", "status": "False"}, {"type": "Selected", "status": "True"}]}}' >/dev/null
object PodChaos kill-3
kubectl patch podchaos.chaos-mesh.org kill-3 --namespace chaos-mesh --type merge --patch '{"spec": {"action": "pod-kill"}, "status": {"conditions": [{"type": "Paused", "status": "True"}, {"type": "AllRecovered", "status": "False"}, {"type": "Selected", "status": "True"}]}}' >/dev/null
there() { [[ -n $(kubectl get "$1.chaos-mesh.org" "$2" --namespace chaos-mesh --ignore-not-found --output name) ]]; }
pausing() { kubectl get schedules.chaos-mesh.org "$1" --namespace chaos-mesh --output 'jsonpath={.metadata.annotations.experiment\.chaos-mesh\.org/pause}'; }
run --schedule kill --dry-run
check 'a dry run changes nothing' test "$status:$(pausing kill)" = 0:
run --schedule kill
check 'it succeeds' test "$status" -eq 0
check 'the annotation is set' test "$(pausing kill)" = true
check 'another schedule has none' test -z "$(pausing other)"
check 'its experiments are listed, with what they say' grep -qx '  kill-1 (paused: False)' <<<"$out"
check 'that it goes on is warned of' grep -q '^warning: kill-1 may go on' <<<"$err"
check 'so is one that is paused, and whose faults are not taken back' grep -q '^warning: kill-2 may go on' <<<"$err"
check 'but not a kill' test "$(grep -c 'kill-3' <<<"$err"):$(grep -cx '  kill-3 (paused: True, its faults are over)' <<<"$out")" = 0:1
check 'those of others are not' test "$(grep -c other <<<"$out")" -eq 0
check 'the schedule itself is kept' there schedules kill
run --schedule kill
check 'a second run has nothing to change' test "$status" -eq 0 -a -n "$(grep '^nothing to change' <<<"$out")"
check 'and lists them all the same' grep -q '^  kill-1 ' <<<"$out"
kubectl annotate schedules.chaos-mesh.org/kill --namespace chaos-mesh experiment.chaos-mesh.org/pause- >/dev/null
check 'the undo takes it off' test -z "$(pausing kill)"
# What the controller of Chaos Mesh does: it pauses what the schedule has started a moment later, and takes back its faults.
(await bash -c '[[ $(kubectl get schedules.chaos-mesh.org soon --namespace chaos-mesh --output "jsonpath={.metadata.annotations}") == *pause* ]]'
  sleep 3; kubectl patch podchaos.chaos-mesh.org soon-1 --namespace chaos-mesh --type merge --patch '{"status": {"conditions": [{"type": "Paused", "status": "True"}, {"type": "AllRecovered", "status": "True"}]}}') >/dev/null &
run --schedule soon
check 'what is over a moment later is not warned of' test "$status:$(grep -cx '  soon-1 (paused: True, its faults are over)' <<<"$out"):$err" = 0:1:
run --schedule absent
check 'one that is not there is refused' test "$status" -eq 3
run --schedule other --namespace shop
check 'nor is it in another namespace' test "$status:$(pausing other)" = 3:
run --schedule other --context without-rights
check 'without the right to see it, it is refused' test "$status:$(pausing other)" = 3:
finish
