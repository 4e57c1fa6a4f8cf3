"""SS1605: certificates, keys, tokens and members whose access ends."""

from __future__ import annotations

import re

from ...core.shortening import shortened
from ...interpreter.model import Hit
from .invocation import Invocation
from .rule import dangerous, notable, rule
from .word_lists import set_of

# Read in any program that no other rule speaks of: the word means one thing only.
_VERBS = set_of("revoke revoke-full revoke-client revokeclient revoke-all revoke-user revoke-renewed revoke-issued")
_FLAGS = frozenset(("-revoke", "--revoke"))
# What says `revoke` to somebody, or has rules of its own.
_SPEAKING = set_of(
    "echo printf grep egrep fgrep rg ag ack git man info apropos whatis tldr test [ [[ read cd ls cat sed awk find "
    "which type help less more vi vim nano logger mail notify-send gh psql mysql vault aws gcloud az mkdir touch cp mv "
    "rm ln docker kubectl make"
)
_REMOVING = {
    "pivpn": r"(?:revoke|remove|-r|off|-off|-u|uninstall)\b",
    "openvpn-install.sh": r".*\brevoke",
    "wireguard-install.sh": r".*\brevoke",
    "ovpn_revokeclient": r".",
    "ocpasswd": r".*(?:-d|-l|--delete|--lock)\b",
    "ipa": r"(?:user|host|service|stageuser|cert|otptoken|hbacrule|sudorule|group)-(?:del|disable|revoke)\b",
    "samba-tool": r"(?:user|group|computer|domain) (?:delete|disable|demote|leave)\b",
    "tctl": r"(?:users|tokens|nodes|bots|auth|lock|sso|devices)? ?(?:rm|revoke|lock|reset)\b",
    "headscale": r"(?:nodes?|users?|preauthkeys?|apikeys?) (?:delete|destroy|expire|remove)\b",
    "tailscale": r"(?:logout|down|lock (?:remove|disable|local-disable|revoke-keys))\b",
    "netbird": r"(?:down|deregister|logout)\b",
    "zerotier-cli": r"leave\b",
    "nordvpn": r"logout\b",
    "realm": r"(?:leave|deny)\b",
    "adcli": r"(?:delete-(?:user|computer|group)|remove-member)\b",
    "certutil": r".*(?:-D|-F|-revoke)\b",
    "op": r"(?:user|group|vault|item|service-account) (?:delete|suspend|revoke)\b",
}
PROGRAMS = tuple(_REMOVING)
_LOOKING = set_of(
    "list ls get show status find search info whoami version signin read discover peers listnetworks listpeers "
    "listclients netcheck ping ip help user-find user-show group-find group-show host-find host-show "
    "cert-find cert-show"
)


@rule(
    "SS1605",
    "Takes somebody's access away: a certificate, key, token or membership",
    why="Whoever worked through it is out at once, and a revoked certificate cannot be made valid again.",
    instead="list what there is first, and make the new key or certificate before the old one goes",
    bad=(
        "pivpn revoke",
        "pivpn -r bob",
        "./easyrsa revoke bob",
        "openssl ca -revoke bob.crt",
        "step ca revoke 123",
        "certbot revoke --cert-name example.com",
        "ipa user-disable bob",
        "samba-tool user delete bob",
        "tailscale logout",
        "ocpasswd -c /etc/ocserv/ocpasswd -d bob",
        "realm leave",
    ),
    good=(
        "pivpn list",
        "pivpn add",
        "easyrsa show-cert bob",
        "openssl x509 -in bob.crt -noout -text",
        "echo revoke",
        "git branch revoke",
        "ipa user-find bob",
        "tailscale status",
        "certbot renew",
        "man revoke",
    ),
)
def revoked(call: Invocation) -> Hit | None:
    if pattern := _REMOVING.get(call.name):
        if call.has("--help", "-h", "-help", "help"):
            return None
        if re.match(pattern, call.text):
            return dangerous(f"takes away access: {call.name} {shortened(call.text)}".rstrip())
        if not call.words or not _LOOKING.isdisjoint(call.words[:2]):
            return None
        return notable(f"changes who has access: {call.name} {shortened(call.text)}")
    if _VERBS.isdisjoint(call.words[:2]) and _FLAGS.isdisjoint(call.flags):
        return None
    if not call.name or call.name in _SPEAKING or "function " + call.name in call.command.via:
        return None
    return dangerous(f"takes away access: {call.name} {shortened(call.text)}")
