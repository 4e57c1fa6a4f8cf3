"""Programs whose output is meant to be evaluated: their manuals say to put them into `eval "$(…)"`."""

from __future__ import annotations

import re
from collections.abc import Collection

from ...interpreter.model import Command, Unknown
from .origins import inside
from .paths import spelled
from .word_lists import set_of

# Whatever their arguments are.
_WHOLE = set_of(
    "ssh-agent gpg-agent dircolors resize tset lesspipe lesspipe.sh keychain locale getopt thefuck gpgconf "
    "register-python-argcomplete modulecmd"
)
# With one of these among their first arguments.
_VERBS = {
    "brew": "shellenv",
    "pyenv": "init virtualenv-init",
    "rbenv": "init",
    "nodenv": "init",
    "goenv": "init",
    "jenv": "init",
    "plenv": "init",
    "phpenv": "init",
    "direnv": "hook export",
    "starship": "init",
    "zoxide": "init",
    "atuin": "init",
    "navi": "widget",
    "fzf": "--bash --zsh",
    "mcfly": "init",
    "oh-my-posh": "init",
    "mise": "activate env hook-env",
    "rtx": "activate env hook-env",
    "asdf": "env",
    "fnm": "env",
    "volta": "setup",
    "conda": "shell.bash shell.posix shell.zsh",
    "mamba": "shell shell.bash",
    "micromamba": "shell",
    "opam": "env",
    "luarocks": "path",
    "minikube": "docker-env podman-env",
    "docker-machine": "env",
    "podman-machine": "env",
    "go": "env",
    "apt-config": "shell",
    "systemctl": "show-environment",
    "hub": "alias",
    "stack": "--bash-completion-script",
    "op": "signin",
    "spack": "load",
    "aws": "export-credentials",
    "blkid": "-o",
    "xdotool": "getmouselocation getwindowgeometry",
    "guix": "--search-paths",
    "aws-vault": "export",
    "dbus-launch": "--sh-syntax --auto-syntax",
}
# With the verb `completion`, or one like it.
_COMPLETED = set_of(
    "kubectl oc helm k3s k3d kind k9s minikube flux argocd gh glab docker podman nerdctl crictl istioctl eksctl "
    "kustomize stern hugo poetry pip pip3 pipx npm pnpm deno rustup cargo just uv uvx ruff pdm rye hatch tkn velero "
    "doctl hcloud linode-cli flyctl fly heroku step cosign syft grype trivy skaffold tilt cilium hubble talosctl "
    "clusterctl kubeadm kops rclone restic chezmoi op tailscale zellij bat ng vue nx bw cobra-cli operator-sdk kn"
)
_COMPLETING = set_of("completion completions generate-shell-completion shell-completion completion:generate")
_RUNNING = frozenset(("exec", "run", "x", "api", "--", "-c"))
_PLACES = re.compile(
    r"(?:/usr(?:/local)?)?/s?bin/|/opt/(?!.*\.\.)|/home/linuxbrew/|/snap/bin/|/nix/|~/\.?\w|/home/[^/]+/\.?\w|/root/\."
)
_SETTINGS = re.compile(r"/(?:etc|usr/lib)/(?:os-release|lsb-release|locale\.conf|vconsole\.conf|default/[\w-]+)\Z")
_COMPLETE = re.compile(r"_\w+_COMPLETE\Z")


def trusted(unknown: Unknown, overridden: Collection[str] = ()) -> bool:
    """Whether what is not known is the output of a program that prints settings for the shell.

    `overridden` are the names that the script gives to functions of its own, which prove nothing.
    """
    commands = inside(unknown.source)
    return bool(commands) and all(_prints_settings(each) and each.name not in overridden for each in commands)


def _prints_settings(command: Command) -> bool:
    program = command.program.text
    if program is None or command.upstream or (command.redirects and any(r.operator == "<" for r in command.redirects)):
        return False
    if "/" in program and not _PLACES.match(spelled(command.program)):
        return False
    name, words = command.name, [word.shape for word in command.arguments]
    if name in _WHOLE or any(_COMPLETE.match(variable) for variable, _ in command.assignments):
        return True
    if name == "git" and words[:1] == ["rev-parse"] and {"--sq", "--parseopt", "--sq-quote"} & set(words):
        return True
    if _RUNNING & set(words):
        return False
    if name in _COMPLETED and _COMPLETING & set(words[:1]):
        return True
    if name == "perl":
        return any(word.startswith("-Mlocal::lib") for word in words)
    if name in ("grep", "egrep", "sed"):
        files = [word for word in words if word.startswith("/")]
        return bool(files) and all(_SETTINGS.match(file) for file in files) and files == words[-len(files) :]
    return bool(set(_VERBS.get(name, "").split()) & set(words[:4]))
