"""SS1506: settings that switch off the check of certificates, host keys or signatures, as one table."""

from __future__ import annotations

import re

from ...interpreter.model import Hit
from .invocation import Invocation
from .rule import dangerous, rule
from .written_settings import written_setting

_HOST = "lets any machine pass for the one that is meant"
_PACKAGE = "lets anybody on the way put in packages of their own"
_OFF = r"[\s=:]+\"?(?:false|no|0|off)\b"
_ON = r"[\s=:]+\"?(?:true|yes|1|on)\b"
# The file (its end), what of its content switches the check off, and what that means.
_FILES = (
    (
        r"\.ssh/config|ssh_config(?:\.d/\S+)?",
        rf"(?i)\A(?:(?!^\s*Host\s+[^*\s])[\s\S])*^\s*(?:StrictHostKeyChecking{_OFF}|UserKnownHostsFile[\s=]+/dev/null)",
        _HOST,
    ),
    (r"\.gitconfig|gitconfig|\.git/config", rf"(?i)^\s*sslVerify{_OFF}", _HOST),
    (r"\.curlrc|curlrc", r"^\s*(?:-k|(?:--)?insecure)\b", _HOST),
    (r"\.wgetrc|wgetrc", rf"(?i)^\s*check_certificate{_OFF}", _HOST),
    (
        r"apt\.conf(?:\.d/\S+)?",
        rf"(?i)(?:Verify-(?:Peer|Host){_OFF}|(?:AllowUnauthenticated|AllowInsecureRepositories){_ON})",
        _PACKAGE,
    ),
    (r"sources\.list(?:\.d/\S+)?", r"(?i)\[[^\]]*trusted=yes|^\s*Trusted:\s*yes", _PACKAGE),
    (r"(?:yum|dnf)\.conf|\.repo", rf"(?i)^\s*(?:sslverify|gpgcheck){_OFF}", _PACKAGE),
    (r"\.npmrc|\.yarnrc(?:\.yml)?|npmrc", rf"(?i)^\s*(?:strict-ssl|enableStrictSsl){_OFF}", _PACKAGE),
    (r"pip\.conf|pip/pip\.conf|pip\.ini", r"(?i)^\s*trusted-host\s*=", _PACKAGE),
)
_COMPILED = tuple(
    (re.compile(rf"(?:.*/|.*(?=\.repo\Z))?(?:{file})\Z"), re.compile(text, re.MULTILINE), words)
    for file, text, words in _FILES
)
# The same said on a command line, for a whole user or machine.
_COMMANDS = {
    "git": (re.compile(rf"(?i)config\b.*--(?:global|system)\b.*sslVerify{_OFF}"), _HOST),
    "npm": (re.compile(rf"(?i)config\b.*\bset\b.*strict-ssl{_OFF}"), _PACKAGE),
    "yarn": (re.compile(rf"(?i)config\b.*\bset\b.*(?:strict-ssl|enableStrictSsl){_OFF}"), _PACKAGE),
    "pip": (re.compile(r"(?i)config\b.*\bset\b.*trusted-host"), _PACKAGE),
    "pip3": (re.compile(r"(?i)config\b.*\bset\b.*trusted-host"), _PACKAGE),
}


@rule(
    "SS1506",
    "Switches off the check of certificates, host keys or signatures for good",
    why="What was switched off to get one thing done stays off for everything that comes later, and nobody notices who "
    "answers in the place of the right machine.",
    instead="add the missing certificate, host key or signing key (update-ca-certificates, ssh-keyscan compared by "
    "hand, signed-by=), and leave the check on",
    on="> " + " ".join(_COMMANDS),
    yields="SS1852 SS1109",
    bad=(
        "printf 'Host *\\n  StrictHostKeyChecking no\\n' >> ~/.ssh/config",
        "echo 'StrictHostKeyChecking no' > /etc/ssh/ssh_config.d/90-jobs.conf",
        "git config --global http.sslVerify false",
        "npm config set strict-ssl false",
        "pip config set global.trusted-host pypi.org",
        "echo 'Acquire::https::Verify-Peer \"false\";' > /etc/apt/apt.conf.d/99proxy",
        "echo 'deb [trusted=yes] http://repo.example/ ./' > /etc/apt/sources.list.d/x.list",
        "echo insecure >> ~/.curlrc",
    ),
    good=(
        "printf 'Host lab-*\\n  StrictHostKeyChecking no\\n' >> ~/.ssh/config",
        "git config --global http.proxy http://proxy.example:3128",
        "git config http.sslVerify true",
        "npm config set registry https://npm.example/",
        "echo 'Acquire::http::Proxy \"http://proxy.example:3128\";' > /etc/apt/apt.conf.d/99proxy",
    ),
)
def check_off(call: Invocation) -> Hit | None:
    known = _COMMANDS.get(call.name)
    if known and known[0].search(call.text):
        return dangerous(f"{known[1]}, in everything that {call.name} does from now on")
    return written_setting(call, _COMPILED)
