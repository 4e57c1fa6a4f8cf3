"""Modules whose deed nobody wrote down and whose options are documented: what the options that a task gives say.

Such a task is notable where it makes or changes one thing and no option, value or name of the module is of a kind that
destroys, runs programs, gives power or opens to everybody. Otherwise nobody can tell, as for a module that is unknown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping as Names

from ..danger.rules.word_lists import set_of
from .devices import device, passes
from .modules import ModuleOption, TaskOptions, options
from .values import Scope, literal, text_of
from .yaml_nodes import Mapping, Node, Sequence, texts_in

_KEEPS = set_of(
    "available created directory downloaded enabled exists file active gathered installed latest list merged parsed "
    "present published query rendered running searched started touch up"
)
"""States in which the thing is there."""
_ASKS = _KEEPS | set_of("get head options ignore read reader reporter guest debug info warn warning error")
"""Values of options that say what is done, or how much one may do, which change nothing that is there."""
_PASSING = set_of("annotation downtime maintenance silence")
"""What a module is for whose removal lets the usual state return."""
_RUNS = set_of(
    "api apply cli command config delete destroy eval exec execute expect failover gir import install invoke job "
    "lambda migrate package patch playbook power powershell promote provision prune purge put query raw reboot regedit "
    "reset rest restart restit restore revoke rollback rotate rpc rpm run script shell software sql switchover sync "
    "ucs update upgrade write zapi"
)
"""Words of a module's name: it runs what it is given, or changes more than one thing that it makes."""
_POWER = set_of(
    "access acl acls admin auth authorization certificate credential firewall grant grants group groups hbacrule iam "
    "identity key keys kms login member members membership mfa password permission permissions policies policy "
    "principal priv privs role rolebinding roles secret sudocmd sudorule token user users vault"
)
"""Words of a module's name: it says who may do what."""
_WITHIN = re.compile(
    r"secret|password|credential|certificate|firewall|keyvault|policy|role(?:assign|def|map|scope)|token|sshkey|publickey"
    r"|keytab|decrypt|logon|usergroup|\Aazure_rm_ad|administrator|restriction|principal|federation|authentication"
    r"|extension|powerstate|psexec|psscript|regmerge|loaddata|upgrade|patch|initialize|format|sendkey|_action\Z|\Aodbc\Z"
)
"""The same in names whose words are not told apart (`azure_rm_keyvaultsecret`), and what changes whole machines."""
_BRINGS = set_of("url download unzip image iso template repository feed")
"""Words of the name of a module that brings in what then runs."""
_HARMS = re.compile(
    r"(?:\A|_)(?:force\w*|purge\w*|recreate|rebuild|build|reset|restore|solo|wipe|erase\w*|destroy\w*|delete\w*|remove\w*|"
    r"overwrite\w*|replace\w*|truncate|prune\w*|exclusive|cascade|reboot\w*|restart\w*|shutdown|offline|maintenance|"
    r"broken|size|skip\w*|override\w*|public\w*|allow_all|anonymous\w*|privileged|policy|policies|policy_\w+|"
    r"permissions?|roles?|admin|is_admin|superuser|command\w*|script\w*|program|user_data|userdata|custom_data|exec\w*|code|"
    r"query|disable\w*|ignore\w*|insecure\w*|exact_count)(?:_|\Z)"
)
"""Names of options that destroy, run programs, give power or open, where they are given and not false."""
_HOLDS = re.compile(
    r"protect|soft_delete|encrypt|\btls|ssl|verif|validate|backup|retention|versioning|logging|audit|secure|auth|rbac"
    r"|firewall|(?:\A|_)(?:enabled|running|online|started|allocated|active|status|replicas|count|capacity|size|mode)\Z"
)
"""Names of options that hold something safe or running, and must not be false or nought."""
_SAID = re.compile(r"(?:\A|_)(?:state|method|cmd|level|action|entries)\Z")
"""Names of options that say what is done, or how much one may do: only a value that is known to keep counts."""
_GRANTED = re.compile(r"group|role|member|polic|access|right|perm|level|priv|\Aadd\Z|scope")
_MASTER = re.compile(r"admin|owner|maintainer|\broot\b|super|\bsudo\b|\bwheel\b|power ?user|full|master|manage", re.I)
"""Names of groups, roles and rights whose members may do everything."""
_SAFE_PURGES = set_of("purge_tags append_tags ignore_missing status_code")
_EVERYBODY = re.compile(
    r"\A\s*(?:\w+://)?(?:\*|any|all|internet|public\S*|allusers|allauthenticatedusers"
    r"|(?:[\w.]+\\)?(?:everyone|(?:domain |authenticated )?users)|0\.0\.0\.0|::|-1)\s*\Z"
    r"|(?:\A|[\s,])(?:[\d.]+|[\da-f:]*:[\da-f:]*)/[0-7](?:[\s,]|\Z)|\b0\.0\.0\.0\s*-",
    re.I,
)
"""Everybody, or a network that holds a large part of them."""
_WHOLE_ZONE = re.compile(r"\A(?:@|mx|ns|ds|soa)\Z", re.I)
"""Records of DNS that a whole domain hangs on, by their name or type."""
_PROGRAM = re.compile(
    r"\b(?:iex|Invoke-\w+|Download(?:String|File)|(?:powershell|pwsh|cmd|wscript|mshta|rundll32)(?:\.exe)?|curl|wget)\b"
    r"|(?:\A|/)(?:ba|da|z)?sh\b(?:\s|\Z)|-EncodedCommand",
    re.I,
)
"""Programs that run what they are given, as the value of an option: nobody reads here what that is."""
_HTTP = re.compile(r"\A(?:http|ftp)://(?!127\.|localhost|\[::1\])")
_PROGRAMS = (("uri", "dest"), ("service", "path"))
"""Words of a module's name with the option that brings in a file, or names the program that is run."""
_WHO = re.compile(r"source|remote|cidr|network|address|subnet|(?:\A|_)ips?\Z")
_WORDS = re.compile(r"[a-z0-9]+")


def harmless(name: str, given: TaskOptions, scope: Scope, free: str = "", more: Names[str, Node] | None = None) -> bool:
    """Whether what a task of a documented module gives makes or changes one thing, and nothing that is dangerous.
    `free` is the text of a module that takes one, and `more` are options that its documentation lacks."""
    known = options().get(name)
    if known is None or free:
        return False
    if device(name):
        return not more and passes(name, given, scope)
    short = name.rpartition(".")[2]
    words = set(_WORDS.findall(short))
    if words & (_RUNS | _POWER) or _WITHIN.search(short) or not _keeps(known, given, bool(words & _PASSING)):
        return False
    asked = {option: given.node(option.name) for option in dict.fromkeys(known.values())}
    asked |= {ModuleOption(_snake(key)): node for key, node in (more or {}).items()}
    if words & _BRINGS and any(_HTTP.match(text) for node in asked.values() if node for text in texts_in(node)):
        return False
    if any(word in words and given.node(option) is not None for word, option in _PROGRAMS):
        return False
    return all(_plain(option, node, scope) for option, node in asked.items() if option.name != "state")


def _keeps(known: Names[str, ModuleOption], given: TaskOptions, passing: bool) -> bool:
    """Whether the thing is there afterwards. Where a task does not say it, `present` is what Ansible's modules take."""
    state, option = given.one("state"), known.get("state")
    if state is not None:
        return (kept := literal(state)) in _KEEPS or (kept == "absent" and passing)
    return option is None or "present" in option.choices or bool(option.choices and set(option.choices) <= _KEEPS)


def _plain(option: ModuleOption, node: Node | None, scope: Scope) -> bool:
    """Whether an option does no harm."""
    if node is None or option.name in _SAFE_PURGES:
        return True
    if _GRANTED.search(option.name) and any(_MASTER.search(text) for text in texts_in(node)):
        return False
    if isinstance(node, Mapping | Sequence):
        return not _HARMS.search(option.name) and _nested(node, scope)
    value = literal(text_of(node, scope))
    if _SAID.search(option.name) and (value or "unknown").lower() not in _ASKS:
        return False
    off = value is not None and value.strip().lower() in ("no", "false", "off", "0", "", "none", "never", "disabled")
    zone = value is not None and option.name.endswith(("type", "record", "name")) and _WHOLE_ZONE.match(value)
    if zone or (_HOLDS if off else _HARMS).search(option.name):
        return False
    return value is None or not (_EVERYBODY.search(value) or _PROGRAM.search(value))


def _nested(node: Node, scope: Scope) -> bool:
    """Whether nothing inside of a list or mapping is open to everybody, or harms by its name."""
    if isinstance(node, Sequence):
        return all(_nested(each, scope) for each in node.items)
    if isinstance(node, Mapping):
        keys = [_snake(key.text) for key, _ in node.pairs]
        if any("port" in key and "range" in key for key in keys) and not any(_WHO.search(key) for key in keys):
            return False  # a rule that lets in whoever comes
        return all(
            key in ("tags", "labels", "annotations") or _plain(ModuleOption(key), value, scope)
            for key, (_, value) in zip(keys, node.pairs, strict=True)
        )
    text = literal(text_of(node, scope))
    return text is None or not (_EVERYBODY.search(text) or _PROGRAM.search(text))


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
