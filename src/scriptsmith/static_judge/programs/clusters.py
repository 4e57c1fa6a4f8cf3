"""Basics of docker, podman and kubectl."""

from __future__ import annotations

_DOCKER = """
ENGINE: manages containers
  = with {}
ENGINE ps: lists running containers
  -a,--all including stopped ones
  -q,--quiet only ids
  -f:,--filter: with the filter {}
  --format: in the format {}
  -l,-n,-s .
ENGINE run: starts a new container
  =1 from {}
  = with the command {}
  -d,--detach in the background
  -i,-t,--interactive,--tty interactively
  --rm removing it afterwards
  --name: named {}
  -p:,--publish: with the port {}
  -v:,--volume: with the volume {}
  -e:,--env: with the variable {}
  --network:,--net: on the network {}
  -u:,--user: as user {}
  -w:,--workdir: in {}
  --restart: with the restart policy {}
  -m:,--memory: with memory {}
  --entrypoint: with the command {}
  --privileged with all privileges
ENGINE exec: runs a command in a container
  =1 named {}
  = with the command {}
  -i,-t,--interactive,--tty interactively
  -u:,--user: as user {}
  -e: with the variable {}
  -d in the background
ENGINE stop: stops containers
  = named {}
  -t: after {} seconds
ENGINE start: starts containers
  = named {}
ENGINE restart: restarts containers
  = named {}
ENGINE kill: stops by force containers
  = named {}
ENGINE rm: deletes containers
  = named {}
  -f,--force by force
  -v with volumes
ENGINE rmi: deletes images
  = named {}
  -f,--force by force
ENGINE images: lists images
  = named {}
  -q,--quiet only ids
  -a all of them
  -f:,--filter: with the filter {}
  --format: in the format {}
ENGINE pull: downloads an image
  = named {}
ENGINE push: uploads an image
  = named {}
ENGINE build: builds an image
  = from {}
  -t:,--tag: named {}
  -f:,--file: from {}
  --no-cache without the cache
ENGINE logs: shows logs of a container
  = of {}
  -f,--follow following what is appended
  --tail:,-n: only the last {} lines
  -t with times
  --since: since {}
ENGINE inspect: shows details of containers
  = of {}
  -f:,--format: in the format {}
ENGINE stats: shows the load of containers
  = of {}
  --no-stream once
ENGINE cp: copies files between a container and the host
  = from {}
  =-1 to {}
ENGINE tag: tags an image
  =1 of {}
  =2 as {}
ENGINE volume: manages volumes
  = with {}
ENGINE network: manages networks
  = with {}
ENGINE system: manages the engine
  = with {}
  -a all
  -f by force
  --volumes with volumes
"""
_KUBECTL = """
kubectl: manages a kubernetes cluster
  = with {}
  -n:,--namespace: in the namespace {}
  --context: in the context {}
  --kubeconfig: .
kubectl get: lists
  = named {}
  -o:,--output: in the format {}
  -A,--all-namespaces in all namespaces
  -l:,--selector: with the label {}
  -w,--watch following changes
  --field-selector: with the field {}
  --sort-by: sorted by the key {}
  --show-labels with labels
  --no-headers without a header
  -f: from {}
kubectl describe: shows details
  = named {}
  -l:,--selector: with the label {}
kubectl logs: shows logs of a pod
  = named {}
  -f,--follow following what is appended
  -c:,--container: of the container {}
  --tail: only the last {} lines
  --since: since {}
  -p,--previous of the previous container
  -l:,--selector: with the label {}
kubectl delete: deletes
  = named {}
  -f:,--filename: from {}
  -l:,--selector: with the label {}
  --force by force
  --grace-period: after {} seconds
  --all all of them
kubectl apply: applies the configuration
  -f:,--filename: from {}
  -k: from {}
  --dry-run only showing what would happen
kubectl create: creates
  = named {}
  -f:,--filename: from {}
  --image: from the image {}
  --from-file:,--from-literal: with {}
kubectl exec: runs a command in a pod
  =1 named {}
  = with the command {}
  -i,-t,--stdin,--tty interactively
  -c: of the container {}
kubectl scale: scales
  = named {}
  --replicas: to {} replicas
kubectl rollout: manages the rollout
  =1 with {}
  = named {}
  --to-revision: to revision {}
kubectl rollout restart: restarts
  = named {}
kubectl rollout undo: rolls back
  = named {}
  --to-revision: to revision {}
kubectl rollout status: shows the status of the rollout
  = named {}
kubectl cordon: cordons a node
  = named {}
kubectl uncordon: uncordons a node
  = named {}
kubectl drain: drains a node
  = named {}
  --ignore-daemonsets leaving daemonsets
  --delete-emptydir-data,--delete-local-data deleting local data
  --force by force
kubectl top: shows the load
  = of {}
kubectl edit: edits
  = named {}
kubectl patch: changes
  = named {}
  -p: with {}
  --type: .
kubectl set: sets
  = with {}
kubectl label: labels
  = with {}
kubectl port-forward: forwards a port
  = of {}
kubectl config: manages the configuration
  = with {}
"""
TABLE = _DOCKER.replace("ENGINE", "docker") + _DOCKER.replace("ENGINE", "podman") + _KUBECTL
