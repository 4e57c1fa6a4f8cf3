"""SS1750 to SS1769: work kept under version control."""

from __future__ import annotations

import re

from ...interpreter.model import Hit
from .invocation import Invocation
from .rule import dangerous, notable, rule

_WHOLE = frozenset((".", "./", ":/", "*", ":/*"))
# Branches that more than one person works on, tags, and what is not known.
_SHARED = re.compile(
    r"…|\A\Z|\*|tags/|\A(?:main|master|trunk|develop\w*|dev|stag\w*|prod\w*|release\w*|stable|live|gh-pages|next|HEAD)\b"
    r"|\Av?\d|prod|release"
)


@rule(
    "SS1750",
    "Throws away work that no commit holds",
    why="What was never committed cannot be brought back.",
    instead="put it aside first (git stash -u, with -a the ignored files as well; hg shelve; svn diff > "
    "FILE), and look at it before it is dropped",
    on="git hg svn",
    bad=(
        "git reset --hard",
        "git clean -fdx",
        "git reset --hard HEAD~3",
        "git clean -fd",
        "git checkout -f main",
        "git stash clear",
        "git -C /srv/app clean -xdf",
        "svn cleanup --remove-unversioned",
    ),
    good=(
        "git reset --soft HEAD~1",
        "git clean -n",
        "git status",
        "git checkout main",
        "git stash",
        "git reset file.txt",
        "git restore --staged x",
        "git checkout -b topic",
    ),
)
def work(call: Invocation) -> Hit | None:
    verb, words = call.verb, call.words
    if call.name == "svn":
        return (
            dangerous("deletes files that no commit holds")
            if verb == "cleanup" and call.has("--remove-unversioned", "--remove-ignored")
            else notable("throws changes away")
            if verb == "revert"
            else None
        )
    if call.name == "hg":
        return (
            dangerous("throws away work or commits")
            if verb in ("purge", "strip") or (verb in ("update", "up", "revert") and call.has("-C", "--clean", "--all"))
            else None
        )
    if verb == "reset":
        return (
            dangerous("throws away every change that was not committed")
            if call.has("--hard")
            else notable("changes what is staged")
            if len(words) > 1 or call.has("--merge", "--keep")
            else None
        )
    if verb == "clean":
        if call.has("-n", "--dry-run") or not call.has("-f", "--force", "-d", "-x", "-X"):
            return None
        named = [word for word in words[1:] if not re.fullmatch(r"[./*…]*", word)]
        if named and len(named) == len(words) - 1:
            return notable(f"deletes files in {' '.join(named)} that no commit holds")
        if call.has("-X") and not call.has("-x"):
            return notable("deletes files that git is told to ignore")
        return dangerous("deletes files that no commit holds")
    if verb in ("checkout", "switch"):
        if call.has("-f", "--force", "--discard-changes"):
            return dangerous("throws away every change that was not committed")
        if set(words[1:]) & _WHOLE:
            return dangerous("throws away every change that was not committed")
        return notable("throws changes away") if "--" in call.text.split() else None
    if verb == "restore":
        if call.has("--staged", "-S") and not call.has("--worktree", "-W"):
            return None
        if set(words[1:]) & _WHOLE:
            return dangerous("throws away every change that was not committed")
        return notable("throws changes away")
    if verb == "worktree" and words[1:2] == ("remove",) and call.has("-f", "--force"):
        return dangerous("throws away what was not committed in the work tree")
    if verb == "rm" and set(words[1:]) & _WHOLE and not call.has("--cached", "-n", "--dry-run"):
        return dangerous("deletes every file of the project" if call.has("-f", "--force") else "deletes every file")
    if verb == "stash":
        return (
            (dangerous if words[1:2] == ("clear",) else notable)("throws stashed work away")
            if words[1:2] in (("clear",), ("drop",))
            else None
        )
    return None


@rule(
    "SS1751",
    "Rewrites or deletes history that others have",
    why="A forced push replaces what others pushed; a deleted branch takes its commits along.",
    instead="use git revert, or --force-with-lease; keep the old commit under a tag before a branch goes",
    on="git gh glab hub jj",
    bad=(
        "git push --force",
        "git push -f origin main",
        "git push origin --delete main",
        "git push origin :main",
        "git push --mirror",
        "git filter-branch --force --index-filter x HEAD",
        "git update-ref -d HEAD",
        "git reflog expire --expire=now --all",
        "gh repo delete o/r --yes",
        "git push origin +main",
    ),
    good=(
        "git push",
        "git push origin main",
        "git push --force-with-lease",
        "git branch -d merged",
        "git push -n --force",
        "git log",
        "git push --tags",
        "gh pr list",
    ),
)
def history(call: Invocation) -> Hit | None:
    verb, words = call.verb, call.words
    if call.name in ("gh", "glab", "hub"):
        if words[:2] in (
            ("repo", "delete"),
            ("repo", "archive"),
            ("secret", "delete"),
            ("release", "delete"),
            ("project", "delete"),
        ) or words[:1] == ("delete",):
            return dangerous(f"{call.name} {' '.join(words)}: everybody loses it")
        return None
    if verb == "push":
        if call.has("-n", "--dry-run"):
            return None
        branches = [re.sub(r"\A\+?(?:[^:]*:)?(?:refs/heads/)?", "", word) for word in words[2:]]
        own = bool(branches) and not any(_SHARED.search(branch) for branch in branches)
        if own and not call.has("--mirror", "--prune", "--all", "--tags"):
            return notable(f"changes the branch {' '.join(branches)} that others may have")
        if "-f" in call.flags or "--force" in call.flags or call.has("--mirror", "--prune"):
            return dangerous("replaces what others have pushed")
        if (
            "-d" in call.flags
            or "--delete" in call.flags
            or any(word.startswith(":") and len(word) > 1 for word in words[1:])
        ):
            return dangerous("deletes a branch that others have")
        if any(word.startswith("+") for word in words[2:]):
            return dangerous("replaces what others have pushed")
        return notable("sends commits to others")
    if verb in ("filter-branch", "filter-repo"):
        return dangerous("rewrites the whole history")
    if verb == "update-ref" and call.has("-d", "--delete"):
        return dangerous("deletes a reference, and with it the way to its commits")
    if verb == "reflog" and re.search(r"expire", call.text) and re.search(r"--expire=\d+\.?(?:days|weeks)", call.text):
        return notable("forgets old ways back to lost commits")
    if verb == "reflog" and re.search(r"expire|delete", call.text):
        return dangerous("deletes the way back to lost commits")
    if verb == "gc" and re.search(r"--prune=now|--prune=all|--aggressive.*--prune", call.text):
        return dangerous("deletes commits that no branch holds")
    if verb == "branch" and call.has("-D", "-d", "--delete"):
        return notable("deletes a branch")
    if verb in (
        "rebase",
        "commit",
        "merge",
        "pull",
        "cherry-pick",
        "am",
        "revert",
        "tag",
        "rm",
        "mv",
        "apply",
        "clone",
        "init",
        "add",
        "fetch",
        "submodule",
        "worktree",
        "remote",
        "bisect",
        "svn",
        "filter",
    ):
        return (
            notable(f"git {verb}")
            if verb in ("rebase", "merge", "pull", "rm", "cherry-pick", "revert", "am", "apply")
            or (verb == "worktree" and "remove" in words)
            else None
        )
    return None


@rule(
    "SS1752",
    "Makes a configuration run commands",
    why="Hooks, aliases and helpers of git run whatever they name, for everybody who uses the repository.",
    instead="write the command into a script that somebody reviews",
    on="git",
    bad=(
        "git config core.hooksPath /tmp/h",
        "git -c core.sshCommand='sh -c id' fetch",
        "git config --global alias.st '!rm -rf ~'",
        "git config core.fsmonitor 'sh x'",
    ),
    good=(
        "git config user.name x",
        "git config --list",
        "git config --global alias.st status",
        "git config --global pull.rebase true",
    ),
)
def hooks(call: Invocation) -> Hit | None:
    text = call.text
    if re.search(
        r"(?:core\.(?:hooksPath|sshCommand|fsmonitor|pager|editor)|credential\.helper|diff\.external|"
        r"filter\.\w+\.(?:clean|smudge))[= ]+['\"]?!?(?:sh|bash|/tmp|curl|wget|nc|\S*\.sh)|alias\.\w+[= "
        r"]+['\"]?!.*(?:rm -|curl|wget|nc |sh\b)",
        text,
    ):
        return dangerous("lets git run a command for everybody who uses it")
    return None
