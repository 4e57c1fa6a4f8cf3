#!/usr/bin/env bash
. "$HARNESS"
use kubernetes
kubectl version >&2
kubectl get nodes >&2
kubectl create deployment web --image x --replicas 3 >&2
sleep 5; kubectl get pods -o wide -A >&2
kubectl get all -A >&2
tail -3 /var/log/nodes.log >&2
check x false
finish
