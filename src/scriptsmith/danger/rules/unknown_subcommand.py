"""SS1806 and SS1821 to SS1823: what a program is told to do is not in the text, or nobody here knows it."""

from __future__ import annotations

import re

from ...interpreter.model import Hit
from ...programs.argv import Arguments
from ...programs.spec import spec_of
from .invocation import Invocation, arguments
from .rule import Rule, rule, unanalysable


@rule(
    "SS1806",
    "Lets a value from outside decide what a powerful program does",
    why="kubectl get looks and kubectl delete destroys: without the subcommand nobody can say which of them this is.",
    instead="write the subcommand in the script, and let values decide only what it is done to",
    level="unanalysable",
    bad=('kubectl "$1" pods', 'docker "$@"', "helm $ARGS", '"$KUBECTL" "$VERB" ns x', 'git "$@"'),
    good=(
        'kubectl get "$1"',
        'docker ps "$@"',
        'kubectl -n "$NS" get pods',
        'git -C "$DIR" status',
        "helm list $ARGS",
        "kubectl $KUBE_OPTS get pods",
        'redis-cli -h "$HOST" ping',
        'V=get; kubectl "$V" pods',
    ),
)
def verb_unsaid(call: Invocation) -> Hit | None:
    if call.verb != "…" or not call.operands[0].unknowns or call.name == "systemctl":
        return None
    spec = spec_of(call.name)
    if spec is None or not spec.has_subcommands:
        return None
    return unanalysable(f"lets {call.operands[0].unknowns[0].source} decide what {call.name} does")


@rule(
    "SS1821",
    "Calls a command that its program does not have",
    why="Behind a name that the program itself does not have stands an alias, an extension or a newer version: it may "
    "do anything. An option that is not known may take the next word, and then another word is the command.",
    instead="write out what the alias stands for, and spell options as the manual does",
    level="unanalysable",
    bad=(
        "docker frob",
        "git frobnicate --hard",
        "kubectl frob x",
        "docker --frob x ps",
        "git --frob status",
        "docker volume frob data",
        "aws --frob x s3 ls",
        "zfs frob pool",
        "ip link frob eth0",
        "docker rm --frob x",
        "git log --frob",
        "redis-cli FT.FROB idx",
        "tmux frob",
        "hg frob",
        "nft list frob",
        "hcloud server frob",
        "openstack server frob",
        "puppet frob",
        "service nginx frob",
    ),
    good=(
        "docker ps",
        "git status",
        "kubectl get pods",
        "docker --tlscacert ca.pem ps",
        "git -c color.ui=false log",
        "docker --help",
        "docker",
        "systemctl status nginx",
        "ip -br a",
        "ip r get 192.0.2.1",
        "redis-cli -n 2 ttl session:1",
        "tmux ls",
        "tmux new -d -s work",
        "hg st",
        "nft 'list ruleset'",
        "openstack server list --all-projects",
        "service nginx configtest",
    ),
)
def unknown_command(call: Invocation) -> Hit | None:
    if call.name in ("service", "invoke-rc.d"):
        return _unknown_action(call)
    spec = spec_of(call.name)
    if spec is None or not spec.has_subcommands:
        return None
    read = arguments(call)
    if read.unknown_option is not None:
        option = read.given[read.unknown_option].name
        return unanalysable(f"{_program(call, read)} has no option {option} that is known here before its command")
    at = read.unknown_subcommand
    if at is None or not read.spec.subcommands_closed or "…" in call.texts[at] or " " in call.texts[at]:
        return _unknown_option(call, read)
    if call.name == "git" and f"alias.{call.texts[at]}=" in call.text:
        return None  # an alias that stands there, and is read
    return unanalysable(f"{_program(call, read)} has no command '{call.texts[at]}' that is known here")


def _unknown_action(call: Invocation) -> Hit | None:
    """What is said of an action that start scripts do not usually have: `service NAME ACTION`."""
    spec = spec_of("_start_script")
    action = call.words[1] if len(call.words) > 1 and not call.has("--full-restart", "--status-all") else ""
    if spec is None or not action or "…" in action or action in spec.subcommands:
        return None
    return unanalysable(f"what the start script of {call.words[0]} does with '{action}' is not known here")


def _unknown_option(call: Invocation, read: Arguments) -> Hit | None:
    """What is said of an option that a command lacks, where all options of that command are known."""
    if not (read.path and read.spec.closed):
        return None
    found = next((each for each in read.unknown if "…" not in call.texts[each.at]), None)
    return found and unanalysable(f"{_program(call, read)} has no option {found.name} that is known here")


def _program(call: Invocation, read: Arguments) -> str:
    return " ".join((call.name, *read.path))


_LOOKING = re.compile(
    r"(?:batch-)?(?:describe|list|get|head|show|search|lookup|view|validate|test|check|count|estimate|preview|simulate|"
    r"wait|ls|help|query|filter|select|scan|explain|read|info|export|diff|status|version|presign|generate|login|logout|"
    r"logs?|tail|assume|decode|configure|config|print|browse|what|discover|detect|resolve|verify|poll|receive|"
    r"download|find|locate|is|can|has|history|account|feedback|ssh|connect|session|console|completion|interactive)"
    r"(?:-|\Z)"
)


@rule(
    "SS1822",
    "Asks a cloud for an operation that nobody here knows",
    why="The interfaces of clouds have thousands of operations; of one that neither looks by its name nor is known to "
    "change something, nobody can say what it does.",
    instead="look the operation up, or let a person look at it",
    on="aws gcloud az",
    level="unanalysable",
    fallback=True,
    bad=("aws ec2 frob-x", "gcloud compute frob x", "az vm frob"),
    good=("aws ec2 describe-instances", "gcloud compute instances list", "az vm list", "aws sts get-caller-identity"),
)
def unknown_operation(call: Invocation) -> Hit | None:
    words = call.words
    if len(words) < 2 or call.has("--help", "-h", "--version", "--dry-run", "--dryrun") or "…" in words:
        return None
    if call.name == "aws" and words[0] == "s3":
        return None
    verbs = words[1:2] if call.name == "aws" else words
    if any(_LOOKING.match(word) for word in (*verbs, words[0])) or not verbs:
        return None
    return unanalysable(f"what {call.name} {' '.join(words[:3])} does is not known")


UNKNOWN_PROGRAM = Rule(
    code="SS1823",
    title="Hands something precious to a program that nobody here knows",
    why="What a program of your own does with a disk, a tree of the system or a command among its arguments is not in "
    "the text.",
    instead="read what the program does, or ask somebody who knows it",
    level="unanalysable",
    bad=("mywrap rm -rf /home", "mywipe --all /dev/sda", "mytool --purge /etc"),
    good=("mytool --verbose report.txt", "mytool rm note.txt", "mywrap -- ls -l", "mytool --config /etc/mytool.conf"),
)
"""Said in `danger.unknown_programs`, which judges what the program is given as a script of its own."""
