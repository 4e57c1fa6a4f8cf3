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
object() { # KIND NAME [FINALIZER]: NAME belongs to the schedule that stands before the dash
  local of=${2%%-*} uid
  uid=$(kubectl get "schedules.chaos-mesh.org/$of" --namespace chaos-mesh --ignore-not-found --output 'jsonpath={.metadata.uid}')
  kubectl create --namespace chaos-mesh --filename - >/dev/null <<Y
{"apiVersion": "chaos-mesh.org/v1alpha1", "kind": "$1", "spec": {"schedule": "*/5 * * * *", "type": "PodChaos"}, "metadata": {"name": "$2", "labels": {"team": "shop"},
 "finalizers": [${3-}], "ownerReferences": [$([[ -z $uid ]] || printf '{"apiVersion": "chaos-mesh.org/v1alpha1", "kind": "Schedule", "name": "%s", "uid": "%s", "controller": true}' "$of" "$uid")]}}
Y
}
kubectl create namespace chaos-mesh >/dev/null
defines Schedule schedules
defines PodChaos podchaos
await kubectl get schedules.chaos-mesh.org --namespace chaos-mesh
await kubectl get podchaos.chaos-mesh.org --namespace chaos-mesh
object Schedule kill
object Schedule other
object PodChaos kill-1
object PodChaos other-1
there() { [[ -n $(kubectl get "$1.chaos-mesh.org" "$2" --namespace chaos-mesh --ignore-not-found --output name) ]]; }
time run --schedule kill
echo "$status $out $err"
kubectl get podchaos.chaos-mesh.org --namespace chaos-mesh
cat kill*.yaml
kubectl create --filename kill*.yaml
gone() { ! there podchaos kill-1; }
time await gone
finish
