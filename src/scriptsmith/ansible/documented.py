"""Modules whose deed nobody wrote down and whose options are documented: what the options that a task gives say.

Such a task is notable where it makes or changes one thing and no option, value or name of the module is of a kind that
destroys, runs programs, gives power or opens to everybody. Otherwise nobody can tell, as for a module that is unknown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping as Names

from ..danger.rules.word_lists import set_of
from .access_policies import bounded
from .devices import device, passes
from .modules import ModuleOption, TaskOptions, options
from .powershell import only_looks
from .values import Scope, Text, literal, text_of
from .yaml_nodes import Mapping, Node, Sequence, texts_in

_KEEPS = set_of(
    "available created directory downloaded enabled exists file active gathered installed latest list merged parsed "
    "planned powered-on poweredon present published quadlet query rendered running searched started touch up"
)
"""States in which the thing is there."""
_PASSING = set_of("annotation downtime maintenance silence")
"""What a module is for whose removal lets the usual state return."""
_RUNS = set_of(
    "apply cli command config eval exec execute expect failover import invoke lambda migrate patch playbook "
    "powershell promote purge query raw reboot reset restart restore rollback rpc run script shell sql switchover "
    "upgrade write"
)
"""Words of a module's name: it runs what it is given, or changes more than one thing that it makes."""
_POWER = set_of(
    "acl acls admin auth authorization grant grants hbacrule identity login mfa password permission permissions "
    "policies policy principal priv privs role rolebinding roles sudocmd sudorule"
)
"""Words of a module's name: it says who may do what."""
_GRANTED = re.compile(r"group|role|member|polic|access|right|perm|level|priv|\Atags?\Z|\Aadd\Z|scope")
_MASTER = re.compile(
    r"admin|owner|maintainer|\broot\b|superuser|\bsudo\b|\bwheel\b|power ?user|full ?(?:control|access)|master"
    r"|operators\Z",
    re.I,
)
"""Names of groups, roles and rights whose members may do everything."""
_MINOR = set_of("dashboard downtime maintenance silence annotation datasource")
"""What a module is for that only shows something, or is made anew in a moment."""
_LOOKS_BY_NAME = re.compile(r"_(?:get|read|search)\Z")
_CALLED = re.compile(
    r"(?:admin|master|root)_(?:user(?:name)?|password|email|login)\Z|public_?keys?"
    r"|(?:\A|_)(?:node|task|execution|service|instance|pod|job|backup)_role(?:_arn|_name)?\Z"
)
"""Names of options that say what an account, or a key that is no secret, is called."""
_ONE_FILE = re.compile(
    r"[A-Za-z]:(?![\\/]+(?:windows|program files|programdata\\microsoft)\b)[^*?]*"
    r"[\\/][^*?\\/]+\.(?:msi|exe|zip|cab|log|tmp|txt|ps1|bak|old)\Z",
    re.I,
)
_BRINGS = set_of("url package download unzip image iso template repository feed import")
"""Words of the name of a module that brings in what then runs."""
_HTTP = re.compile(r"\A(?:http|ftp)://(?!127\.|localhost|\[::1\])")
_WEB = frozenset(("80", "443"))
_HARMS = re.compile(
    r"(?:\A|_)(?:force\w*|purge\w*|recreate|rebuild|reset|solo|wipe|erase\w*|destroy\w*|delete\w*|remove\w*|overwrite\w*|"
    r"replace\w*|truncate|prune\w*|exclusive|cascade|reboot\w*|restart\w*|skip\w*|override\w*|public\w*|allow_all|"
    r"anonymous\w*|privileged|policy|policies|policy_\w+|permissions?|roles?|admin|is_admin|superuser|command\w*|"
    r"script\w*|user_data|userdata|custom_data|exec\w*|code|query|disable\w*|ignore\w*|insecure\w*|exact_count)(?:_|\Z)"
)
"""Names of options that destroy, run programs, give power or open, where they are given and not false."""
_HOLDS = re.compile(
    r"protect|soft_delete|encrypt|\btls|ssl|verif|validate|backup|retention|versioning|logging|audit|secure|auth|rbac|firewall"
)
"""Names of options that hold something safe, and must not be false or nought."""
_SAFE_PURGES = set_of("purge_tags append_tags ignore_missing status_code")
_OFF = set_of("enabled is_enabled account_enabled")
"""Options that take a thing out of service where they are false."""
_EVERYBODY = re.compile(
    r"\A\s*(?:\*|any|all|internet|public\S*|allusers|allauthenticatedusers|everyone|0\.0\.0\.0(?:/0)?|::(?:/0)?)\s*\Z",
    re.I,
)
_ALL_PROTOCOLS = re.compile(r"proto|port|cidr|source|prefix|ip")
"""Names of options for which -1 means all of them."""
_PROGRAM = re.compile(
    r"\b(?:iex|Invoke-\w+|Download(?:String|File)|(?:powershell|pwsh|cmd|wscript|mshta|rundll32)(?:\.exe)?|curl|wget)\b"
    r"|(?:\A|/)(?:ba|da|z)?sh\b(?:\s|\Z)|-EncodedCommand",
    re.I,
)
"""Programs that run what they are given, as the value of an option: nobody reads here what that is."""
_WORDS = re.compile(r"[a-z0-9]+")


def harmless(name: str, given: TaskOptions, scope: Scope, free: str = "", more: Names[str, Node] | None = None) -> bool:
    """Whether what a task of a documented module gives makes or changes one thing, and nothing that is dangerous.
    `free` is the text of a module that takes one, and `more` are options that its documentation lacks."""
    known = options().get(name)
    if known is None:
        return False
    if device(name):
        return passes(name, given, scope)
    if bounded(name, given, scope) or _shell_looks(name, given, free) or _lets_in_named(name, given, scope):
        return True
    words = set(_WORDS.findall(name.rpartition(".")[2]))
    if name.endswith(".win_file") and literal(given.one("state") or ()) == "absent":
        return bool(_ONE_FILE.match(literal(given.one("path") or ()) or ""))
    if _LOOKS_BY_NAME.search(name):
        return True
    if words & (_POWER if words & {"kv1", "kv2"} else _RUNS | _POWER):
        return False
    state = given.one("state")
    kept = literal(state) if state is not None else "present"
    if kept not in _KEEPS and not (kept == "absent" and words & _PASSING):
        return False
    if "firewall" in words and not _says_who(known, given):
        return False
    called = "".join(part for part in given.one("name") or () if isinstance(part, str))
    if words & {"group", "groups", "member", "membership", "members"} and _MASTER.search(called):
        return False
    if words & _BRINGS and any(
        _HTTP.match("".join(part for part in given.one(each) or ("",) if isinstance(part, str)))
        for each in ("url", "path", "src", "source", "repo")
    ):
        return False
    method = literal(given.one("method") or given.one("url_method") or ("get",)) or "post"
    if "uri" in words and "win" in words and method.lower() not in ("get", "head"):
        return False
    spared = set_of("public_network_access") if _denied_else(given, scope) else frozenset()
    if words & _MINOR:
        spared |= {"overwrite", "force"}
    ports = {
        literal(given.one(option.name) or ())
        for option in known.values()
        if "port" in option.name and given.one(option.name)
    }
    web = bool(ports) and ports <= _WEB
    if not all(_plain(ModuleOption(_snake(key)), value, scope, web) for key, value in (more or {}).items()):
        return False
    return all(
        _plain(option, given.node(option.name), scope, web)
        for option in dict.fromkeys(known.values())
        if option.name not in spared
    )


_WHO = re.compile(r"source|remote|cidr|range|network|address|rules|subnet|ip\Z|ips\Z")


def _says_who(known: Names[str, ModuleOption], given: TaskOptions) -> bool:
    """Whether a rule of a firewall names a network, or keeps out."""
    action = (literal(given.one("action") or given.one("access") or ("",)) or "").lower()
    return action in ("deny", "drop", "reject", "block") or any(
        _WHO.search(option.name) and given.node(option.name) is not None for option in known.values()
    )


def _denied_else(given: TaskOptions, scope: Scope) -> bool:
    """Whether rules of a network say that whoever they do not name is kept out."""
    rules = given.node("network_acls")
    action = rules.get("default_action") if isinstance(rules, Mapping) else None
    return action is not None and (literal(text_of(action, scope)) or "").lower() == "deny"


def _shell_looks(name: str, given: TaskOptions, free: str) -> bool:
    """Whether a script of PowerShell only looks."""
    if name.rpartition(".")[2] not in ("win_shell", "win_powershell"):
        return False
    return only_looks(free or literal(given.one("script") or ()) or "")


_READS = re.compile(r"\A(?:\s*(?:Read\w*|ListDirectory|Traverse|r-?x?|rx)\s*,?)+\Z", re.I)
_ANYBODY = re.compile(r"everyone|users\Z|guest|anonymous|authenticated|\*", re.I)


def _lets_in_named(name: str, given: TaskOptions, scope: Scope) -> bool:
    """Whether a rule of access lets a named account read, or a named network reach a port."""
    short = name.rpartition(".")[2]
    value = {each: literal(given.one(each) or ()) for each in ("user", "rights", "type", "state", "action", "enabled")}
    if short == "win_acl":
        shown = "".join(part if isinstance(part, str) else part.name for part in given.one("user") or ())
        return (
            value["state"] in ("present", None)
            and value["type"] == "allow"
            and bool(_READS.match(value["rights"] or ""))
            and not _ANYBODY.search(shown)
        )
    if short == "win_firewall_rule":
        networks = [literal(each) for each in given.many("remoteip") or ()]
        wide = any(each is None or _EVERYBODY.match(each) or each.endswith("/0") for each in networks)
        kept = value["state"] in ("present", None, "") and (value["enabled"] or "yes").lower() in ("yes", "true")
        named = bool(literal(given.one("localport") or ()))
        return kept and value["action"] == "allow" and named and bool(networks) and not wide
    return False


def _plain(option: ModuleOption, node: Node | None, scope: Scope, web: bool = False) -> bool:
    """Whether an option does no harm; `web` says that what it lets in reaches the ports of the web only."""
    if node is None or option.name in ("state", *_SAFE_PURGES):
        return True
    if isinstance(node, Mapping | Sequence):
        if _GRANTED.search(option.name) and any(_MASTER.search(text) for text in texts_in(node)):
            return False
        named = _CALLED.search(option.name) or all(_limited(text_of(each, scope)) for each in _leaves(node))
        return bool(named or not _HARMS.search(option.name)) and _nested(node, scope, web)
    value = literal(text_of(node, scope))
    off = value is not None and value.strip().lower() in ("no", "false", "off", "0", "", "none", "never", "disabled")
    if (_HOLDS.search(option.name) or option.name in _OFF) and off:
        return False
    if value is not None and value.strip() == "-1" and _ALL_PROTOCOLS.search(option.name):
        return False
    if _GRANTED.search(option.name) and value is not None and _MASTER.search(value):
        return False
    held = _HOLDS.search(option.name) or _CALLED.search(option.name) or (value is not None and _limited((value,)))
    if _HARMS.search(option.name) and not off and not held:
        return False
    if web and value is not None and _WHO.search(option.name) and _EVERYBODY.match(value):
        return True
    return value is None or not (_EVERYBODY.match(value) or _PROGRAM.search(value))


def _leaves(node: Node) -> list[Node]:
    """The values of a list of them; of anything else itself."""
    return list(node.items) if isinstance(node, Sequence) else [node]


_LIMITED = re.compile(
    r"(?:\S*[-_/ :])?(?:read_?only\S*|readers?|viewers?|read|guest|reporter|developer|member|subscriber)(?:access)?\Z",
    re.I,
)


def _limited(text: Text) -> bool:
    """Whether what is given is a right to look or to take part, by its name."""
    known = literal(text)
    return known is not None and bool(_LIMITED.match(known.strip()))


def _nested(node: Node, scope: Scope, web: bool = False) -> bool:
    """Whether nothing inside of a list or mapping is open to everybody, or harms by its name."""
    if isinstance(node, Sequence):
        return all(_nested(each, scope, web) for each in node.items)
    if isinstance(node, Mapping):
        ports = {literal(text_of(value, scope)) for key, value in node.pairs if "port" in key.text.lower()}
        web = web or (bool(ports) and ports <= _WEB)
        for key, value in node.pairs:
            if key.text.lower() in ("tags", "labels", "annotations"):
                continue
            if key.text == "state" and literal(text_of(value, scope)) not in _KEEPS:
                return False
            if not _plain(ModuleOption(_snake(key.text)), value, scope, web):
                return False
        return True
    text = literal(text_of(node, scope))
    if web and text in ("0.0.0.0/0", "::/0"):
        return True
    return text is None or not (_EVERYBODY.match(text) or _PROGRAM.search(text))


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
