"""SS1050 to SS1059: expansions that nothing guards before something is destroyed."""

from __future__ import annotations

from collections.abc import Iterable

from ...interpreter.model import Hit, Word
from .deletes import found_by, passing
from .find_results import find_roots
from .invocation import Invocation
from .origins import word_text
from .paths import precious, spelled, split
from .rule import dangerous, notable, rule

_DESTROYERS = "rm chmod chown chgrp shred setfacl chattr mv rsync rclone"


@rule(
    "SS1050",
    "Names something precious when a variable is empty",
    why='An unset variable is the empty string: rm -rf "$DIR"/* becomes rm -rf /*.',
    instead='stop when it is unset: "${DIR:?}"/*',
    on=_DESTROYERS,
    yields="SS1051",
    bad=(
        'rm -rf "$DIR"/*',
        'rm -rf "$1"/*',
        'rm -rf "${PREFIX}/usr"',
        'rm -rf "$STEAMROOT/"*',
        'chown -R app "$ROOT/"',
        'rm -rf "/home/$USERNAME"',
        "rm -rf $BUILD/",
        'rsync -a --delete "$SOURCE/" /srv/data/',
        'rsync -a --delete /srv/data/ "$DEST/"',
        'rsync -a --delete src/ backup:"$DIR"/',
        'mv "$OLD"/* /srv/archive/',
        'rclone sync "$DIR/" remote:bucket',
        'setfacl -R -m u:bob:rwx "$DIR/"',
        'cd "$DIR" && rm -rf ./*',
        "cd $DIR && rm -rf *",
    ),
    good=(
        'rm -rf "${DIR:?}"/*',
        'rm -rf "$DIR/build"',
        'rm -f "$FILE"',
        'DIR=/srv/app/cache; rm -rf "$DIR"/*',
        'rm -rf "/srv/app/$NAME"',
        'D=$(mktemp -d); rm -rf "$D"/*',
        'rsync -a --delete "${SOURCE:?}/" /srv/data/',
        'rsync -a "$SOURCE/" /srv/data/',
        'rsync -an --delete "$SOURCE/" "$DEST/"',
        'rsync -a --delete "/srv/$NAME/" "/backup/$NAME/"',
        'mv "$file" "$target"',
        'cd "${DIR:?}" && rm -rf ./*',
        'cd "$DIR" && rm -rf build',
        'cd "$(mktemp -d)" && rm -rf ./*',
    ),
)
def emptied(call: Invocation) -> Hit | None:
    command = call.command
    for word, verb in _touched(call):
        if not word.unknowns or found_by(word):
            continue
        if verb == "moves away" and passing(spelled(word, command.cwd)) and _renamed(call, word):
            continue
        path, bare = spelled(word, command.cwd), spelled(word, command.cwd, emptied=True)
        if call.name in _COPYING and ":" in bare.partition("/")[0]:
            path, bare = path.partition(":")[2], bare.partition(":")[2] or "/" * word.shape.endswith("/")
        if call.name in _COPYING and bare != "/" and (verb.startswith("makes") or bare.split("/")[1:2] != ["home"]):
            continue
        base = path.partition("…")[0]
        if bare and (bare != path or "…" in path) and bare not in (".", "./*") and (reason := precious(bare)):
            if base.startswith("/tmp") or (bare == path and _set_aside(call, word)):
                continue
            when = "when {} is made of an empty variable" if bare != path else "whichever {} means"
            return dangerous(f"{verb} {reason} {when.format(word_text(word))}")
        if call.name in _COPYING:
            continue
        if "…" in path and base not in ("", "/", "/tmp/") and (reason := precious(path)):
            return dangerous(f"{verb} {reason}, whichever {word_text(word)} means")
    return _anywhere(call)


_COPYING = frozenset(("rsync", "rclone"))


def _renamed(call: Invocation, word: Word) -> bool:
    """Whether a new file is put in place of the one whose name it has, less its ending: `mv x.tmp x`."""
    source = spelled(word, call.command.cwd)
    target = spelled(call.operands[-1], call.command.cwd)
    return len(call.operands) == 2 and (source.startswith(target) or target.startswith("…"))


def _set_aside(call: Invocation, word: Word) -> bool:
    """Whether the keys of one account stay beside themselves under a longer name: `mv authorized_keys{,.locked}`."""
    if len(call.operands) != 2 or call.command.loop:
        return False
    before, after = (each.written for each in call.operands)
    keys = before.startswith("/home/") and before.endswith("/.ssh/authorized_keys")
    return word == call.operands[0] and keys and after.startswith(f"{before}.") and "/" not in after[len(before) :]


def _touched(call: Invocation) -> Iterable[tuple[Word, str]]:
    """The operands whose tree is changed or decides what is deleted, and what happens to them."""
    name, operands = call.name, call.operands
    if name == "mv":
        sources = operands if call.has("-t", "--target-directory") else operands[:-1]
        return [(word, "moves away") for word in sources]
    if name in _COPYING:
        return _mirrored(call)
    if call.loose or call.has("-r", "-R", "--recursive"):
        return [(word, _verb(call)) for word in operands]
    return ()


def _mirrored(call: Invocation) -> list[tuple[Word, str]]:
    """Source and target of a copy that deletes: an empty source is the root, and so is an empty target."""
    operands = call.operands[1:] if call.name == "rclone" else call.operands
    if call.has("-n", "--dry-run") or not operands:
        return []
    if call.name == "rclone":
        if call.verb not in ("sync", "purge", "delete", "move", "bisync"):
            return []
        emptying = call.verb in ("purge", "delete", "move")
    else:
        emptying = "--remove-source-files" in call.flags
        if not emptying and not any(flag.startswith("--del") for flag in call.flags):
            return []
    if emptying:
        return [(operands[0], "deletes")]
    return [
        *((word, f"makes {word_text(operands[-1])} a copy of") for word in operands[:-1]),
        (operands[-1], "deletes what the source lacks from"),
    ]


def _anywhere(call: Invocation) -> Hit | None:
    """A delete of everything here, where `here` is a folder that an empty variable names."""
    cwd = call.command.cwd
    if cwd is None or not cwd.unknowns or call.name != "rm" or not call.has("-r", "-R", "--recursive"):
        return None
    if spelled(cwd, emptied=True) or any(unknown.kind not in _OUTSIDE for unknown in cwd.unknowns):
        return None
    if any(split(spelled(word))[0] == "." for word in call.operands if not word.unknowns):
        where = "the home folder" if any(unknown.splits for unknown in cwd.unknowns) else "the current folder"
        return dangerous(
            f"deletes everything in {where} when {word_text(cwd)} is empty, since cd then stays or goes there"
        )
    return None


_OUTSIDE = frozenset(("argument", "environment", "unset"))


def _verb(call: Invocation) -> str:
    return {"rm": "deletes", "shred": "destroys"}.get(call.name, "changes who may use")


@rule(
    "SS1051",
    "Deletes by pattern after a cd that may have failed",
    why="When the cd fails, the script goes on where it stood, and the pattern matches another folder's files.",
    instead="join them, cd DIR && rm …, or give rm the whole path",
    on="rm find shred chmod chown",
    bad=(
        "cd /var/cache/app; rm -rf *",
        "cd /tmp/build\nrm -rf ./*",
        'cd "$1"\nrm -rf *',
        "cd /srv/app/tmp; find . -type f -delete",
    ),
    good=(
        "cd /tmp/build && rm -rf *",
        "cd /tmp/build || exit 1\nrm -rf *",
        "set -e\ncd /tmp/build\nrm -rf *",
        "cd /tmp/build\nrm -f a.txt",
    ),
)
def unchecked_cd(call: Invocation) -> Hit | None:
    target = call.command.cd_unchecked
    if not target:
        return None
    if call.name == "find":
        if not call.has("-delete"):
            return None
        roots = [word.shape for word in find_roots(call)][:1] or ["."]
        if roots[0] not in (".", "./", "*"):
            return None
    else:
        recursive = call.has("-r", "-R", "--recursive")
        operands = [spelled(word) for word in call.operands]
        if not any(split(path)[0] == "." and (recursive or split(path)[1]) for path in operands):
            return None
    return dangerous(
        f"{_verb(call) if call.name != 'find' else 'deletes'} whatever lies in the current folder when `cd "
        f"{target}` fails"
    )


@rule(
    "SS1052",
    "Lets an unquoted expansion decide what is deleted",
    why="Blanks and patterns in the value become several names: one file called `a /` and the root is on the list.",
    instead='quote it: rm -- "$file"',
    on="rm",
    level="notable",
    bad=("rm -f $DIR/copy.tmp", "rm -f $DIR/app.pid", "rm -rf $APP/cache"),
    good=('rm "$FILE"', "rm file", "F=a.txt; rm $F"),
)
def unquoted(call: Invocation) -> Hit | None:
    for word in call.operands:
        for unknown in word.unknowns:
            if unknown.splits and "find" not in " ".join(call.command.via) and "xargs" not in call.command.via:
                return notable(f"splits {unknown.source} into several names when it holds blanks or patterns")
    return None


@rule(
    "SS1053",
    "Writes ~ in quotes, where it is only a character",
    why="In quotes ~ is not the home folder; a folder of that name is made, and somebody will delete it without "
    "quotes.",
    instead='write "$HOME"/…',
    on="rm cp mv mkdir ls cat cd touch tee ln chmod chown tar rsync",
    level="notable",
    bad=('rm -rf "~/old"', "cp a '~/b'", 'mkdir -p "~/data"'),
    good=("rm -rf ~/old", 'cp a "$HOME/b"', "echo '~/b'"),
)
def quoted_home(call: Invocation) -> Hit | None:
    for word in call.operands:
        start = word.parts[0] if word.parts else ""
        if type(start) is str and (start == "~" or start.startswith("~/")):
            return notable(f"takes {word.shape} for a file named ~, not for the home folder")
    return None
