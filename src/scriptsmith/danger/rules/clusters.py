"""SS1450 to SS1469: Kubernetes, Helm, Nomad and their relatives."""

from __future__ import annotations

import re

from ...interpreter.model import Hit
from .invocation import Invocation
from .rule import dangerous, notable, rule, unanalysable
from .word_lists import rehearsal, throwaway

_SHORT = {
    "namespace": "ns namespaces",
    "node": "no nodes",
    "persistentvolume": "pv persistentvolumes",
    "persistentvolumeclaim": "pvc persistentvolumeclaims",
    "deployment": "deploy deployments",
    "statefulset": "sts statefulsets",
    "daemonset": "ds daemonsets",
    "service": "svc services",
    "ingress": "ing ingresses",
    "secret": "secrets",
    "configmap": "cm configmaps",
    "customresourcedefinition": "crd crds customresourcedefinitions",
    "serviceaccount": "sa serviceaccounts",
    "pod": "po pods",
    "job": "jobs",
    "cronjob": "cj cronjobs",
    "replicaset": "rs replicasets",
    "storageclass": "sc",
    "networkpolicy": "netpol networkpolicies",
    "project": "projects",
    "clusterrole": "clusterroles",
    "clusterrolebinding": "clusterrolebindings",
    "role": "roles",
    "rolebinding": "rolebindings",
    "apiservice": "apiservices",
}
_KINDS = {short: kind for kind, shorts in _SHORT.items() for short in shorts.split()}
_HEAVY = {
    "namespace": "everything in it goes with it",
    "project": "everything in it goes with it",
    "node": "what runs on it loses its place",
    "persistentvolume": "the stored data may go with it",
    "persistentvolumeclaim": "the stored data may go with it",
    "deployment": "the service it runs goes down",
    "statefulset": "the service it runs goes down",
    "daemonset": "the service it runs goes down",
    "service": "nobody reaches the application any more",
    "ingress": "nobody reaches the application any more",
    "secret": "what needs it cannot start any more",
    "customresourcedefinition": "every object of that kind goes with it",
    "storageclass": "no storage can be claimed any more",
    "networkpolicy": "what it kept apart is open",
    "clusterrole": "somebody loses access",
    "clusterrolebinding": "somebody loses access",
    "serviceaccount": "what uses it loses access",
    "apiservice": "a part of the cluster's interface is gone",
    "validatingwebhookconfiguration": "what it kept out comes in",
    "mutatingwebhookconfiguration": "what it added is missing",
    "pdb": "nothing keeps enough copies alive",
    "poddisruptionbudget": "nothing keeps enough copies alive",
    "etcd": "the cluster's memory is gone",
    "cluster": "everything in it goes with it",
    "machine": "a node goes away",
    "machineset": "nodes go away",
    "all": "the services go down",
}


def _kind(word: str) -> str:
    plain = word.partition("/")[0].partition(".")[0].lower()
    return _KINDS.get(plain, plain)


_EVERY_ONE = re.compile(
    r"\b(?:kubectl|oc)\b.*\bget\s+(?:-\S+\s+)*(?:ns|namespaces?|pvc?s?|nodes?|deploy\w*|sts|statefulsets?|svc|services?|all|"
    r"secrets?|crds?|cm|configmaps?|ingress\w*)\b(?!.*(?:grep|awk|-l\s|--selector|--field-selector))",
    re.DOTALL,
)


def _named_outside(call: Invocation, kinds: list[str]) -> Hit | None:
    """What is deleted where the caller or the environment says of which kind it is, or in which file it stands."""
    given = [*call.operands, *call.all("-f", "--filename", "-k", "--kustomize")]
    outside = [part for word in given for part in word.unknowns if part.kind in ("argument", "environment")]
    if outside and (not kinds or any("…" in kind for kind in kinds)):
        return unanalysable(f"deletes from the cluster what {outside[0].source} names")
    return None


@rule(
    "SS1450",
    "Deletes what a cluster runs or stores",
    why="A deleted namespace takes every service, secret and volume in it along.",
    instead="look with kubectl get first, save the object (kubectl get KIND NAME -o yaml > file), and delete "
    "one named object, or scale it down",
    on="kubectl oc k3s microk8s",
    bad=(
        "kubectl delete ns production",
        "kubectl delete all --all -n shop",
        "kubectl delete pv --all",
        "kubectl delete deployment web",
        "kubectl delete pods --all -A",
        "kubectl -n db delete pvc data",
        "kubectl delete node worker-1",
        "oc delete project shop",
        "kubectl delete -k overlays/prod --all",
        "kubectl delete crd certificates.cert-manager.io",
        "kubectl delete pod,svc -l app=web",
        "kubectl delete --raw /api/v1/namespaces/prod",
    ),
    good=(
        "kubectl delete pod web-1",
        "kubectl get pods",
        "kubectl delete pod -l app=web",
        "kubectl delete ns x --dry-run=client",
        "kubectl delete job old",
        "kubectl rollout restart deploy/web",
        "kubectl -n chaos-mesh delete schedule x",
    ),
)
def deleted(call: Invocation) -> Hit | None:
    words = call.words
    if call.name in ("k3s", "microk8s"):
        if words[:1] != ("kubectl",):
            return dangerous("resets the cluster") if words[:1] in (("reset",), ("uninstall",)) else None
        words = words[1:]
    if "delete" not in words[:2] or _dry(call):
        return None
    rest = words[words.index("delete") + 1 :]
    if raw := next((text for text in call.texts if re.match(r"/?(?:api|apis)/", text)), "") or call.value("--raw"):
        return dangerous(f"deletes {raw} through the interface of the cluster, with everything below it")
    kinds = [_kind(part) for word in rest[:1] for part in word.split(",")] + [
        _kind(word) for word in rest[1:] if "/" in word
    ]
    if kinds[:1] in (["ns"], ["namespace"], ["namespaces"]) and rest[1:] and all(map(throwaway, rest[1:])):
        return notable(f"deletes {' '.join(rest)}, made to be thrown away by its name")
    sources = [part.source for word in call.operands for part in word.unknowns]
    if any(_EVERY_ONE.search(source) for source in sources):
        return dangerous("deletes every object that the cluster lists")
    if call.has("--all", "--all=true") or call.has("-A", "--all-namespaces"):
        passing = set(kinds) <= {"job", "jobs", "pod", "pods", "event", "events"} and bool(kinds)
        selector = call.value("--field-selector", "-l", "--selector") or ""
        space = call.value("-n", "--namespace") or ""
        if passing and (re.search(r"status\.phase=+(?:Failed|Succeeded)", selector) or throwaway(space)):
            return notable(f"deletes only what has ended or is made to be thrown away: {', '.join(kinds)}")
        return dangerous(f"deletes every {'/'.join(kinds) or 'object'} that it finds")
    if hit := _named_outside(call, kinds):
        return hit
    for kind in kinds:
        if kind in _HEAVY:
            return dangerous(f"deletes {' '.join(rest)}: {_HEAVY[kind]}")
    if (
        any(up.name == "kubectl" or up.name == "oc" for up in call.command.upstream)
        and not any(up.name in ("grep", "egrep", "awk", "head") for up in call.command.upstream)
        and not (set(kinds) <= _RUNS and _ended(call))
    ):
        return dangerous("deletes everything that kubectl lists")
    files = " ".join(word.shape for word in call.all("-f", "--filename", "-k", "-l"))
    return notable(f"deletes {' '.join(rest) or files or 'objects'} from the cluster")


_RUNS = frozenset(("pod", "job", "…"))  # the listing says which, where the kind is not written
_ENDED = re.compile(r"status\.phase(?!\W{0,2}!)\W{1,4}(?:Failed|Succeeded)|status\.succeeded\W|status\.completionTime")


def _ended(call: Invocation) -> bool:
    """Whether only pods or jobs are listed that have ended."""
    texts = (word.shape for up in call.command.upstream for word in up.arguments)
    return any(_ENDED.search(text) for text in texts)


def _dry(call: Invocation) -> bool:
    return (call.value("--dry-run") or ("client" if "--dry-run" in call.flags else "none")) not in ("none", "false")


@rule(
    "SS1451",
    "Takes nodes or services of a cluster out of service",
    why="A drained node evicts everybody at once, and a service with no copies answers nobody.",
    instead="cordon first, drain one node with --dry-run, and scale to a number that still serves",
    on="kubectl oc",
    bad=(
        "kubectl drain node-1 --ignore-daemonsets",
        "kubectl scale deploy web --replicas=0",
        "kubectl scale --replicas 0 deployment/web",
        "oc adm drain n1",
        "kubectl taint nodes --all key=value:NoExecute",
        'kubectl patch deploy web -p \'{"spec":{"replicas":0}}\'',
    ),
    good=(
        "kubectl scale deploy web --replicas=3",
        "kubectl -n shop scale deploy/web-canary --replicas=0",
        "kubectl cordon node-1",
        "kubectl uncordon node-1",
        "kubectl get nodes",
        "kubectl drain n1 --dry-run=client",
        "kubectl taint nodes n1 a=b:NoSchedule",
        "kubectl taint nodes n1 a=b:NoExecute-",
    ),
)
def out_of_service(call: Invocation) -> Hit | None:
    words = call.words[1:] if call.words[:1] == ("adm",) else call.words
    verb = words[0] if words else ""
    if _dry(call):
        return None
    if verb == "drain":
        return dangerous(f"drains {' '.join(words[1:]) or 'a node'}: everything on it is evicted")
    if verb == "scale":
        if call.value("--replicas") in ("0", "00"):
            space = call.value("-n", "--namespace") or ""
            named = [word.rpartition("/")[2] for word in words[1:] if word not in _KINDS and word not in _SHORT]
            if rehearsal(space) or (named and not call.has("--all") and all(map(rehearsal, named))):
                return notable(f"scales {' '.join(words[1:])} to nothing, which nobody depends on by its name")
            return dangerous(f"scales {' '.join(words[1:]) or 'a service'} to nothing")
        return notable(f"scales {' '.join(words[1:])}")
    if verb == "taint" and re.search(r"NoExecute(?!-)", call.text):  # a dash at the end removes the taint
        return dangerous("evicts what runs on the tainted nodes")
    if verb in ("patch", "replace"):
        suspends = re.search(r"suspend\"?\W+true", call.text)
        resumable = "".join(words[1:2]).partition("/")[0] in ("cronjob", "cronjobs", "cj")
        torn_away = re.search(r"replicas\W+0\b|\bfinalizers\W+(?:null|\[\s*\])", call.text)
        if torn_away or (suspends and not resumable):
            return dangerous("patches an object so that it stops serving or is torn away")
        if suspends:
            return notable("suspends a CronJob, which starts nothing until it is resumed")
    if verb == "rollout" and "undo" in words:
        return notable(f"rolls {' '.join(words[2:])} back")
    if verb == "replace" and call.has("--force"):
        return dangerous("deletes objects and makes them again")
    return None


@rule(
    "SS1452",
    "Gives away power over a cluster",
    why="Whoever is cluster-admin can read every secret and delete every namespace.",
    instead="bind a role with the verbs that are needed, in one namespace",
    on="kubectl oc",
    bad=(
        "kubectl create clusterrolebinding x --clusterrole=cluster-admin --user=bob",
        "oc adm policy add-cluster-role-to-user cluster-admin bob",
        "kubectl create clusterrolebinding a --clusterrole cluster-admin --serviceaccount default:default",
    ),
    good=(
        "kubectl create rolebinding r --role=view --user=bob",
        "kubectl auth can-i delete pods",
        "kubectl get clusterrolebindings",
    ),
)
def powers(call: Invocation) -> Hit | None:
    if (
        ("clusterrolebinding" in call.words or "rolebinding" in call.words or "policy" in call.words)
        and "cluster-admin" in call.text
        and ({"create", "add-cluster-role-to-user", "add-cluster-role-to-group", "patch", "set"} & set(call.words))
    ):
        return dangerous("makes somebody master of the whole cluster")
    return None


@rule(
    "SS1453",
    "Changes a cluster",
    why="What a cluster runs changes for everybody who uses it.",
    instead="look with kubectl diff first",
    on="kubectl oc",
    level="notable",
    bad=(
        "kubectl apply -f app.yaml",
        "kubectl rollout restart deploy/web",
        "kubectl cordon node-1",
        "kubectl edit cm x",
    ),
    good=("kubectl get pods", "kubectl describe node x", "kubectl logs web", "kubectl apply -f x --dry-run=server"),
)
def changed(call: Invocation) -> Hit | None:
    if call.verb in (
        "apply",
        "create",
        "edit",
        "patch",
        "replace",
        "set",
        "label",
        "annotate",
        "cordon",
        "uncordon",
        "taint",
        "expose",
        "run",
        "autoscale",
        "cp",
        "rollout",
        "certificate",
        "debug",
    ) and not _dry(call):
        if call.verb == "rollout" and {"status", "history"} & set(call.words):
            return None
        return notable(f"changes the cluster: {call.name} {' '.join(call.words[:3])}")
    return None


@rule(
    "SS1454",
    "Removes a release, a job or a whole cluster",
    why="What the release brought goes with it, its volumes often included.",
    instead="back up its volumes first; helm uninstall --keep-history lets the release be rolled back, not its data",
    on="helm helmfile kubeadm kind minikube k3d eksctl kops rke nomad flux argocd istioctl velero juju rancher "
    "talosctl werf skaffold",
    bad=(
        "helm uninstall web",
        "helm delete --purge web",
        "kubeadm reset -f",
        "eksctl delete cluster --name prod",
        "nomad job stop -purge web",
        "helmfile destroy",
        "argocd app delete web",
        "velero backup delete x",
        "minikube delete --all",
    ),
    good=(
        "helm list",
        "helm upgrade web ./chart",
        "helm uninstall web --dry-run",
        "kubeadm token list",
        "nomad status",
        "helm rollback web 1",
    ),
)
def releases(call: Invocation) -> Hit | None:
    words = set(call.words[:3])
    if call.has("--dry-run"):
        return None
    if call.name == "kubeadm":
        return (
            dangerous("takes this node out of its cluster for good")
            if call.verb == "reset"
            else notable(f"kubeadm {call.verb}")
            if call.verb in ("init", "join", "upgrade")
            else None
        )
    if call.name in ("kind", "minikube", "k3d") and words & {"delete", "stop"}:
        return (dangerous if call.has("--all") else notable)(f"{call.name} {' '.join(call.words[:3])}")
    if words & {
        "uninstall",
        "delete",
        "destroy",
        "un",
        "del",
        "remove",
        "destroy-model",
        "purge",
        "reset",
        "kill-controller",
        "destroy-controller",
    }:
        return dangerous(f"{call.name} {' '.join(call.words[:4])}: what runs there goes down")
    if call.name == "nomad" and words & {"stop", "drain", "gc"}:
        return dangerous(f"nomad {' '.join(call.words)}: what runs there goes down")
    if words & {"install", "upgrade", "rollback", "sync", "apply", "create", "start", "stop"}:
        return notable(f"{call.name} {' '.join(call.words[:3])}")
    return None
