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
{"apiVersion": "chaos-mesh.org/v1alpha1", "kind": "$1", "spec": {"schedule": "*/5 * * * *", "type": "PodChaos"}, "metadata": {"name": "$2", "labels": {"team": "shop"},
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
object PodChaos kill-1
object PodChaos other-1
there() { [[ -n $(kubectl get "$1.chaos-mesh.org" "$2" --namespace chaos-mesh --ignore-not-found --output name) ]]; }
mkdir saved
delete() { run --schedule "$1" --backup-directory saved "${@:2}"; }
delete kill --dry-run
check 'a dry run deletes and saves nothing' there schedules kill
check 'but names the experiments' grep -qx 'would delete: schedule kill in namespace chaos-mesh; its experiments (PodChaos): kill-1' <<<"$out"
kubectl label schedules.chaos-mesh.org kill app.kubernetes.io/instance=chaos --namespace chaos-mesh >/dev/null
delete kill --dry-run
check 'that Argo CD may make it anew is told' grep -qF 'warning: Argo CD (perhaps: label app.kubernetes.io/instance) keeps' <<<"$err"
kubectl label schedules.chaos-mesh.org kill app.kubernetes.io/instance- --namespace chaos-mesh >/dev/null
delete kill
check 'it succeeds' test "$status" -eq 0
undo=$(sed -n 's/^undo: //p' <<<"$out")
gone() { ! there "$@"; }
check 'the schedule is gone' gone schedules kill
check 'the experiment that it started is gone as well' gone podchaos kill-1
check 'those of others stay' test "$(kubectl get schedules.chaos-mesh.org,podchaos.chaos-mesh.org --namespace chaos-mesh --output name | paste -sd ' ')" = 'schedule.chaos-mesh.org/other podchaos.chaos-mesh.org/other-1'
delete kill
check 'a second run has nothing to delete, and names the others' test "$status" -eq 0 -a -n "$(grep '^schedules there: .*/other$' <<<"$out")"
kubectl config use-context without-rights >/dev/null # the undo is for the cluster that it was
bash -c "$undo" >/dev/null
kubectl config use-context test-cluster >/dev/null
check 'the copy makes it again' test "$(kubectl get schedules.chaos-mesh.org kill --namespace chaos-mesh --output 'jsonpath={.metadata.labels.team} {.spec.schedule}')" = 'shop */5 * * * *'
delete other --namespace shop
check 'in another namespace there is nothing to delete' there schedules other
delete other --context without-rights
check 'without the right to see it, it is refused' test "$status" -eq 3
run --schedule other --backup-directory nowhere
check 'without a place for the copy too' test "$status" -eq 3
check 'so it stays' there schedules other
finish
