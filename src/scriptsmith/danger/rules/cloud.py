"""SS1470 to SS1489: clouds and infrastructure as code."""

from __future__ import annotations

import re

from ...interpreter.model import Hit
from .invocation import Invocation
from .loss import state_file
from .origins import inside
from .rule import dangerous, notable, rule
from .word_lists import throwaway

_BLOCKS = ("BlockPublicAcls", "IgnorePublicAcls", "BlockPublicPolicy", "RestrictPublicBuckets")
"""The settings of a block of public access. A request sets all four: what it leaves out is false."""
_GONE = re.compile(
    r"(?:batch-)?(?:delete|terminate|destroy|remove|purge|deregister|release|revoke|disable|detach|empty|stop|reboot|"
    r"schedule-key-deletion|cancel|disassociate|rb|rm|reset)(?:-|\Z)"
)
_SMALL = re.compile(
    r"(?:delete|remove)-(?:message\w*|tags?|tag\w*|item|objects?-tagging|alarms?|log-stream|metric\w*|"
    r"dashboards?|receipt\w*|object-tagging|template|item|launch-template-versions)\Z|cancel-\w*|stop-(?:query|"
    r"task|build|execution|logging-x)\Z|remove-tags\S*|remove-permission|untag\S*|list-\S*|describe-\S*"
)


@rule(
    "SS1470",
    "Deletes or stops what runs or is stored in a cloud",
    why="A terminated machine, an emptied bucket and a deleted key do not come back.",
    instead="look with describe or ls first, use --dry-run where there is one, and keep a final snapshot",
    instead_for={"a printed secret": "put it into a file of mode 600, or hand it on without showing it"},
    on="aws gcloud az gsutil bq doctl oci openstack s3cmd s3fs mc hcloud linode-cli ibmcloud aliyun heroku "
    "flyctl fly vercel cf nova cinder firebase azcopy "
    "netlify railway scw exo vultr-cli nova-manage wrangler dokku",
    bad=(
        "aws s3 rm s3://bucket --recursive",
        "aws ec2 terminate-instances --instance-ids i-1",
        "aws rds delete-db-instance --db-instance-identifier prod --skip-final-snapshot",
        "gcloud compute instances delete vm1",
        "az group delete -n prod --yes",
        "aws s3 rb s3://b --force",
        "gsutil -m rm -r gs://bucket",
        "gcloud projects delete p",
        "aws iam delete-user --user-name bob",
        "doctl compute droplet delete 1",
        "aws cloudtrail stop-logging --name t",
        "aws kms schedule-key-deletion --key-id x",
        "az vm delete -n vm -g g",
        "openstack server delete x",
        "mc rb --force minio/data",
        "aws ec2 stop-instances --instance-ids i-1",
        "aws route53 change-resource-record-sets --hosted-zone-id Z --change-batch "
        '\'{"Changes":[{"Action":"DELETE","ResourceRecordSet":\'"$rr"\'}]}\'',
        "heroku apps:destroy shop",
    ),
    good=(
        "aws s3 ls",
        "aws s3 rm s3://bucket/file.txt",
        "aws ec2 describe-instances",
        "gcloud compute instances list",
        "az vm list",
        "aws s3 sync dir s3://b",
        "aws ec2 terminate-instances --dry-run --instance-ids i-1",
        "aws sqs delete-message --queue-url q",
    ),
)
def clouds(call: Invocation) -> Hit | None:
    words = call.words
    if not words or call.has("--dry-run", "--dryrun", "--help", "-h"):
        return None
    name, text = call.name, " ".join(words)
    if "help" in words:
        return None
    if name == "aws":
        return _aws(call)
    if name in ("gsutil", "s3cmd", "mc", "azcopy", "s3fs"):
        verbs = set(words)
        if {"rb", "del", "rm", "remove", "rd", "mb"} & verbs - {"mb"}:
            whole = (
                call.has("-r", "-R", "--recursive", "--force", "-f")
                or "rb" in verbs
                or any(re.match(r"\w+://[^/]+/?(?:\*+)?\Z", word) for word in words)
            )
            whole = whole or any(map(state_file, words))
            return (dangerous if whole else notable)(f"{name} {text}: stored objects go away")
        if name == "gsutil" and ({"rsync"} & verbs) and call.has("-d"):
            return dangerous("deletes from the target what the source lacks")
        if name == "gsutil" and {"iam", "acl", "defacl"} & verbs and "allUsers" in call.text:
            return dangerous("opens stored data to everybody")
        return notable(f"{name} {text}") if verbs & {"cp", "mv", "rsync", "put", "sync", "mirror"} else None
    if re.search(r"\b(?:stop|deallocate|suspend)\b", text) and _rehearsing(call):
        return notable(f"{name} {text}: machines that are marked as not serving")
    if re.search(
        r"(?:^|[ :_-])(?:delete|destroy|terminate|purge|remove|rm|erase|deallocate|nuke|del)(?:[ :_-]|$)", text
    ):
        return dangerous(f"{name} {text}: what runs or is stored there goes away")
    if re.search(r"\bpubsub subscriptions seek\b", text):
        return dangerous("throws away the messages that wait in a subscription, or sends old ones again")
    if name == "bq" and "rm" in words:
        return dangerous(f"bq {text}: stored data goes away")
    if re.search(r"\b(?:stop|reset|suspend)\b", text) and all(
        re.search(r"(?:^|-)(?:dev|test|ci|sandbox)(?:-|\d|$)", word) for word in words[-1:]
    ):
        return notable(f"{name} {text}")
    if re.search(
        r"(?:^|[ :-])(?:stop|deallocate|power-off|shutdown|poweroff|halt|reset|maintenance:on|reboot|ps:scale|"
        r"disable|suspend)(?:[ :]|$)",
        text,
    ):
        return (
            dangerous(f"{name} {text}: a service goes down")
            if not re.search(r"rescue|config", text)
            else notable(f"{name} {text}")
        )
    if re.search(r"add-iam-policy-binding|set-iam-policy|role assignment create", text) and re.search(
        r"owner|allUsers|allAuthenticated|editor|admin", call.text, re.I
    ):
        return dangerous("gives away power over the cloud account")
    if re.search(r"service-accounts keys create|sp create-for-rbac|iam create-service-specific", text):
        return dangerous("makes a new key to the account")
    if re.search(
        r"\bprint-access-token|get-access-token|secrets versions access|keyvault secret show|"
        r"(?<!service-accounts )keys list|print-identity-token|list-keys",
        text,
    ):
        return dangerous("prints credentials")
    if name == "gcloud" and words[:2] == ("storage", "rsync") and call.has("--delete-unmatched-destination-objects"):
        return dangerous("deletes from the target what the source lacks")
    return (
        notable(f"{name} {text}")
        if _COPYING.match(text)
        or re.search(r"\b(?:create|clone|update|set|add|deploy|start|restart|resize|import|patch)\b", text)
        else None
    )


_COPYING = re.compile(
    r"(?:alpha |beta )?(?:storage (?:cp|mv|rsync|copy)|storage (?:blob|file) (?:upload|copy|download)|compute scp)\b"
)
_LISTING = re.compile(r" list | describe-instances ")
_MARKED = re.compile(
    r"\b(?:tags?|labels?)[.:\]\w]*\s*={1,2}\s*['\"]?(?:dev|development|test|ci|sandbox|lab)\b"
    r"|Name=tag:[\w:.-]+,Values=(?:dev|development|test|ci|sandbox|lab|preview)(?=[\s'\"])"
    r"|(?i:Name=tag:(?:owner|creator|created-?by|preview|branch|pull-?request),Values=)(?!\*|prod)[^\s,*]+(?=[\s'\"])"
)


def _rehearsing(call: Invocation) -> bool:
    """Whether all machines were listed by a tag that says that nobody depends on them."""
    ups = call.command.upstream
    words = [word for each in ups if each.name in ("echo", "printf") for word in each.arguments] or call.operands
    sources = [unknown.source for word in (*words, *call.all("--instance-ids")) for unknown in word.unknowns]
    named = len(call.all("--instance-ids")) + len(call.operands) - 2 if call.name == "aws" else 0
    listed = all(_LISTING.search(each) and _MARKED.search(each) for each in sources)
    return bool(sources) and len(ups) <= 1 and listed and named <= len(sources)


# What a build makes anew each time is put in place this way.
_BUILT = re.compile(r"(?:build|dist|public|out|site|_site|www|htdocs|static|assets)\Z")


def _listed(call: Invocation) -> bool:
    """Whether what is deleted is read from a listing of a bucket that nothing narrows."""
    ups = [
        *call.command.upstream,
        *(each for word in call.operands for p in word.unknowns for each in inside(p.source)),
    ]
    lists = any(each.name == "aws" and "ls" in [word.shape for word in each.arguments[:2]] for each in ups)
    return lists and not any(each.name in ("grep", "egrep", "head", "tail") for each in ups)


_DELETES_RECORDS = re.compile(r"(?i)Action\W{1,8}DELETE\W.*[…$]")


def _aws(call: Invocation) -> Hit | None:
    words = call.words
    service, verb = words[0], words[1] if len(words) > 1 else ""
    text = " ".join(words)
    if service == "s3":
        target = words[-1]
        bucket = bool(re.match(r"s3://[^/]+/?\Z", target))
        if verb == "rb":
            return (dangerous if call.has("--force") else notable)(f"removes the bucket {target}")
        if verb == "rm" and state_file(target):
            return dangerous(f"deletes {target}, by which the infrastructure is known")
        if verb == "rm" and _listed(call):
            return dangerous("deletes what a listing of the bucket happens to show")
        if verb == "rm" and throwaway(target):
            return notable(f"deletes {target}, a throwaway by its name")
        if verb == "rm":
            return (dangerous if call.has("--recursive") or bucket else notable)(
                f"deletes {target}{' with everything below it' if call.has('--recursive') else ''}"
            )
        if verb == "sync" and call.has("--delete"):
            return (
                dangerous(f"deletes from {target} what the source lacks")
                if target.startswith("s3://") and not _BUILT.match(words[2].rstrip("/").rpartition("/")[2])
                else notable(f"deletes from {target} what the source lacks")
            )
        if verb in ("cp", "mv", "sync", "mb"):
            if "public-read" in call.text:
                return (
                    dangerous("opens stored data to everybody")
                    if "public-read-write" in call.text
                    else notable("opens stored data to readers")
                )
            return notable(f"s3 {verb}")
        return None
    if service == "route53" and verb == "change-resource-record-sets" and _DELETES_RECORDS.search(call.text):
        return dangerous("deletes records of a zone that the text does not name")
    if (
        (service == "secretsmanager" and verb == "get-secret-value")
        or (service == "ssm" and verb.startswith("get-parameter") and call.has("--with-decryption"))
        or text == "configure export-credentials"
    ):
        if call.command.captured:
            return notable("takes a stored secret into a variable")
        return dangerous("prints a stored secret", case="a printed secret")
    if service == "iam" and verb in (
        "attach-user-policy",
        "attach-role-policy",
        "attach-group-policy",
        "put-user-policy",
        "create-access-key",
        "create-login-profile",
        "add-user-to-group",
    ):
        return (
            dangerous(f"gives away power over the account: {verb}")
            if re.search(r"admin|full", call.text, re.I) or verb.startswith("create")
            else notable(f"iam {verb}")
        )
    if verb in ("authorize-security-group-ingress",):
        return (
            notable("opens a web server to the internet")
            if re.search(r"--port[ =](?:80|443)(?:\s|\Z)", call.text)
            else dangerous("opens machines to the whole internet")
            if "0.0.0.0/0" in call.text or "::/0" in call.text
            else notable("opens machines to others")
        )
    if verb == "put-public-access-block" and not all(re.search(rf"{it}\W{{1,4}}true\b", call.text) for it in _BLOCKS):
        return dangerous("opens stored data to everybody, unless it says true to all four of its settings")
    if verb == "delete-public-access-block" or (
        verb.startswith(("put-bucket-acl", "put-bucket-policy", "put-object-acl"))
        and re.search(r"public|\"?Principal\"?\s*:\s*\"?\*|false", call.text)
    ):
        return dangerous("opens stored data to everybody")
    if verb.startswith("reboot"):
        return notable(f"{text}: it comes back")
    if verb == "stop-instances" and _rehearsing(call):
        return notable(f"{text}: machines that are marked as not serving")
    if _GONE.match(verb) and not _SMALL.match(verb):
        return dangerous(f"{text}: what runs or is stored there goes away")
    if verb in ("update-service", "set-desired-capacity", "update-auto-scaling-group", "scale-in-policy") and re.search(
        r"--(?:desired-\w+|min-size|max-size)[ =]0\b", call.text
    ):
        return dangerous("scales a service to nothing")
    if verb.startswith(
        (
            "create-",
            "put-",
            "update-",
            "modify-",
            "start-",
            "run-",
            "attach-",
            "set-",
            "register-",
            "associate-",
            "enable-",
            "add-",
            "restore-",
            "import-",
            "copy-",
            "publish",
            "send-",
            "invoke",
            "reboot-",
            "tag-",
            "delete-",
            "remove-",
            "cancel-",
            "stop-",
        )
    ):
        return notable(f"aws {text}")
    return None


@rule(
    "SS1471",
    "Tears down infrastructure",
    why="destroy removes every machine, database and network that the state knows.",
    instead="look first at what it would do, and name the one thing that is meant",
    instead_for={
        "terraform": "look first at what it would do: terraform plan -destroy",
        "tofu": "look first at what it would do: tofu plan -destroy",
        "terragrunt": "look first at what it would do: terragrunt plan -destroy",
        "pulumi": "look first at what it would do: pulumi destroy --preview-only",
        **dict.fromkeys(
            ("ansible", "ansible-playbook"),
            "look first at what it would do, --check --diff, and name the hosts: --limit HOST",
        ),
        "salt": "look first at what it would do: test=True",
        "puppet": "look first at what it would do: --noop",
        "chef": "look first at what it would do: --why-run",
        **dict.fromkeys(("cdk", "cdktf"), "look first at what it would do: diff"),
    },
    on="terraform tofu pulumi terragrunt cdk cdktf serverless sls sam vagrant packer ansible ansible-playbook "
    "cloudformation salt knife chef puppet",
    bad=(
        "terraform destroy -auto-approve",
        "terraform apply -destroy",
        "tofu destroy",
        "pulumi destroy --yes",
        "cdk destroy --force",
        "vagrant destroy -f",
        "terraform state rm aws_instance.web",
        "sls remove",
        "terraform apply -auto-approve -replace=aws_db_instance.x",
    ),
    good=(
        "terraform plan",
        "terraform init",
        "terraform plan -destroy",
        "pulumi preview",
        "vagrant up",
        "terraform state list",
        "ansible-playbook site.yml --check",
        "terraform apply",
    ),
)
def infrastructure(call: Invocation) -> Hit | None:
    name, words, flags = call.name, call.words, call.flags
    if name in ("terraform", "tofu", "terragrunt"):
        destroying = "-destroy" in flags or "--destroy" in flags
        targets = [word.shape for word in call.all("-target", "--target")]
        if targets and "destroy" in words[:2] and all(each.startswith("null_resource.") for each in targets):
            return notable("destroys resources that stand for nothing")
        if (
            "destroy" in words[:2]
            or "destroy-all" in words
            or (("apply" in words or "apply-all" in words or "run-all" in words) and destroying)
        ):
            return dangerous("destroys every resource that the state knows")
        if words[:2] in (("state", "rm"), ("workspace", "delete"), ("state", "push")) or words[:1] == ("force-unlock",):
            return dangerous(f"{name} {' '.join(words)}: the state does not match the world any more")
        if words[:1] == ("apply",):
            if any(flag.startswith(("-replace", "--replace")) for flag in flags):
                return dangerous("destroys a resource and makes another")
            return notable(
                "changes infrastructure"
                + (" without asking" if "-auto-approve" in flags or "--auto-approve" in flags else "")
            )
        return notable(f"{name} {' '.join(words)}") if words[:1] in (("taint",), ("import",), ("untaint",)) else None
    if name in ("pulumi", "cdk", "cdktf", "serverless", "sls", "sam", "vagrant"):
        if words[:1] in (("destroy",), ("remove",), ("delete",)) or words[:2] == ("stack", "rm"):
            return dangerous(f"{name} {' '.join(words)}: the machines and their data go away")
        return (
            notable(f"{name} {words[0]}")
            if words[:1] in (("up",), ("deploy",), ("halt",), ("reload",), ("update",), ("suspend",))
            else None
        )
    if name in ("ansible", "ansible-playbook", "salt", "knife", "puppet", "chef"):
        if call.has("--check", "-C", "--syntax-check", "--list-hosts", "--list-tasks", "--version", "--noop"):
            return None
        if re.search(
            r"(?:rm -[rf]+|state=absent.*path=/|shutdown|reboot|mkfs|dd if|exclusive=(?:true|yes))", call.text
        ):
            return dangerous("runs something destructive on other machines")
        if name == "knife" and {"delete", "purge"} & set(words):
            return dangerous("deletes machines")
        return notable("changes other machines") if words else None
    return None
