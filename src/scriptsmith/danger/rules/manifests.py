"""SS1219: objects of a cluster whose text stands in the script, and which shut it, open it or give it away."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...interpreter.model import Hit
from .invocation import Invocation
from .rule import dangerous, script_rule
from .word_lists import throwaway
from .write_targets import content, targets

_WILD = r"""(?:\[\s*["']?\*(?:/\*)?["']?\s*[\],]|-\s*["']?\*(?:/\*)?["']?\s*(?:\n|\Z))"""
_EVERYONE = re.compile(r"system:(?:authenticated|unauthenticated|anonymous|serviceaccounts\b)")
_SERVING = re.compile(
    r"(?i)(?:\A|[-_])(?:prod|production|live|default|kube-system|payments?|shop|platform|core)(?:\Z|[-_])"
)


_WHOLE_NODE = re.compile(r"hostPath[\"']?\s*:\s*(?:\{\s*)?[\"']?path[\"']?\s*:\s*[\"']?/[\"']?\s*(?:[,}\n]|\Z)")


def _judged(text: str, namespace: str) -> str:
    """What one object of a manifest would do, in words; empty for nothing that is told here."""
    kind = re.search(r"(?m)^\s*[\"']?kind[\"']?\s*:\s*[\"']?(\w+)", text)
    name = kind[1] if kind else ""
    if name in ("ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"):
        whole = re.search(rf"resources[\"']?\s*:\s*{_WILD}", text)
        failing = not re.search(r"failurePolicy[\"']?\s*:\s*[\"']?Ignore", text)
        if whole and failing and "namespaceSelector" not in text and "objectSelector" not in text:
            return "refuses every write to the cluster when its service does not answer"
    if name in ("ClusterRoleBinding", "RoleBinding"):
        if _EVERYONE.search(text) and re.search(r"\b(?:cluster-admin|admin|edit)\b", text):
            return "gives everybody power over the cluster"
        if name == "ClusterRoleBinding" and re.search(r"name[\"']?\s*:\s*[\"']?cluster-admin\b", text):
            return "makes somebody master of the whole cluster"
    if name == "ClusterRole" and all(
        re.search(rf"{key}[\"']?\s*:\s*{_WILD}", text) for key in ("resources", "verbs", "apiGroups")
    ):
        return "makes a role that may do everything"
    if name == "NetworkPolicy":
        inside = re.search(r"(?m)^\s*namespace\s*:\s*[\"']?([\w-]+)", text) or re.search(r"namespace:\s*([\w-]+)", text)
        space = inside[1] if inside else namespace
        closed = re.search(r"podSelector[\"']?\s*:\s*\{\s*\}", text) and not re.search(
            r"(?m)(?:^|\{|,)\s*[\"']?(?:in|e)gress[\"']?\s*:\s*\S*", text
        )
        if closed and _SERVING.search(space) and not throwaway(space):
            return f"cuts off everything in {space}"
    if name in ("Pod", "DaemonSet", "Deployment", "Job", "CronJob", "StatefulSet") and _WHOLE_NODE.search(text):
        return "gives a container every file of the node"
    return ""


@script_rule(
    "SS1219",
    "Puts an object into a cluster that shuts it, opens it or gives it away",
    why="An admission webhook that fails closed, a policy that selects every pod or a binding for every account acts "
    "on "
    "the whole cluster at once, and on the way back as well.",
    instead="name the kinds, the namespaces and the accounts that are meant, use failurePolicy: Ignore until the "
    "service "
    "runs, and look with kubectl diff",
    on="kubectl oc",
    bad=(
        "kubectl apply -f - <<'Y'\nkind: ValidatingWebhookConfiguration\nwebhooks:\n- name: a.b.c\n  failurePolicy: "
        "Fail\n"
        '  rules: [{apiGroups: ["*"], resources: ["*/*"]}]\nY',
        "kubectl apply -n production -f - <<'Y'\nkind: NetworkPolicy\nspec:\n  podSelector: {}\n  policyTypes: "
        "[Ingress]\nY",
        "cat > /tmp/b.yaml <<'Y'\nkind: ClusterRoleBinding\nroleRef: {kind: ClusterRole, name: cluster-admin}\n"
        'subjects:\n- {kind: Group, name: "system:authenticated"}\nY\nkubectl apply -f /tmp/b.yaml',
    ),
    good=(
        "kubectl apply -f - <<'Y'\nkind: ValidatingWebhookConfiguration\nwebhooks:\n- name: a.b.c\n  failurePolicy: "
        "Ignore\n"
        '  rules: [{apiGroups: ["*"], resources: ["*/*"]}]\nY',
        "kubectl apply -n dev -f - <<'Y'\nkind: NetworkPolicy\nspec:\n  podSelector: {}\n  policyTypes: [Ingress]\nY",
        "kubectl apply -f - <<'Y'\nkind: ClusterRoleBinding\nroleRef: {kind: ClusterRole, name: view}\nY",
        "kubectl get validatingwebhookconfigurations",
    ),
)
def applied(calls: Sequence[Invocation]) -> Iterator[Hit]:
    written: dict[str, str] = {}
    for call in calls:
        if call.name in ("kubectl", "oc") and call.verb in ("apply", "create", "replace") and not call.has("--dry-run"):
            named = [word.shape for word in call.all("-f", "--filename")]
            texts = [
                text
                for path, text in written.items()
                if any(path.endswith(name.lstrip("./")) for name in named if len(name) > 2)
            ]
            given = content(call.command) or ""
            if "-" in named or "/dev/stdin" in named:
                texts += [given, *(text for up in call.command.upstream if (text := content(up)))]
                texts += [call.command.stdin.shape] if call.command.stdin is not None else []
                texts += [each.target.shape for each in call.command.redirects if each.operator in ("<<", "<<-", "<<<")]
            for part in (part for text in texts for part in re.split(r"(?m)^---\s*$", text)):
                if words := _judged(part, call.value("-n", "--namespace") or ""):
                    yield dangerous(words, call.command.place)
                    break
        for target in targets(call):
            text = content(call.command)
            if text and target.how in ("overwrites", "appends to", "creates"):
                written[target.path] = text
