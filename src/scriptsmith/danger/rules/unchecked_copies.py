"""SS1019: originals that are deleted although nobody asked whether their copy has arrived."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...interpreter.model import Hit, Word
from .careful_machines import stops_at_failure
from .invocation import Invocation
from .paths import scratch, spelled
from .rule import dangerous, script_rule
from .word_lists import set_of

_COPYING = {
    "aws": (("s3", "cp"),),
    "gsutil": (("cp",), ("rsync",)),
    "gcloud": (("storage", "cp"),),
    "s3cmd": (("put",),),
    "mc": (("cp",),),
    "rclone": (("copy",), ("copyto",)),
    "scp": ((),),
    "rsync": ((),),
}
_UPLOADING = ("-T", "--upload-file")
_ASKING = set_of("[ [[ test cmp diff stat sha256sum sha1sum md5sum grep exit return")


@script_rule(
    "SS1019",
    "Deletes the original, whether its copy has arrived or not",
    why="When the network or the store fails, the copy is not there, and the loop deletes the original all the same.",
    instead='delete only where the copy has succeeded: aws s3 cp "$f" s3://b/ && rm -- "$f"; or set -e',
    on="aws gsutil gcloud s3cmd mc rclone scp rsync curl",
    bad=(
        'for f in /srv/calls/*.wav; do aws s3 cp "$f" s3://calls/; rm -f "$f"; done',
        "scp /srv/dumps/crm.gz vault:/crm/; rm /srv/dumps/crm.gz",
        'find /srv/pdf -mtime +9 | while read -r f; do curl -T "$f" https://dav/x/; rm "$f"; done',
    ),
    good=(
        'for f in /srv/calls/*.wav; do aws s3 cp "$f" s3://calls/ && rm -f "$f"; done',
        "set -e; scp /srv/dumps/crm.gz vault:/crm/; rm /srv/dumps/crm.gz",
        "scp /srv/dumps/crm.gz vault:/crm/ || exit 1; rm /srv/dumps/crm.gz",
        "t=$(mktemp); date > $t; scp $t vault:/; rm $t",
        "scp /tmp/report.txt vault:/; rm /tmp/report.txt",
    ),
)
def unasked(calls: Sequence[Invocation]) -> Iterator[Hit]:
    if stops_at_failure(calls):
        return
    copied: dict[str, str] = {}
    for call in calls:
        if call.name in _ASKING or call.name.startswith("(("):
            copied.clear()
        elif sources := sent(call):
            for word in sources:
                copied.pop(word.written, None)
                if not call.command.tested:
                    copied[word.written] = call.name
        elif call.name in ("rm", "unlink"):
            for word in call.operands:
                path = spelled(word, call.command.cwd)
                if word.written in copied and not scratch(path) and not path.startswith(_PASSING):
                    by = copied[word.written]
                    yield dangerous(f"deletes {word.written}, whether {by} has copied it or not", call.command.place)
                    return


_PASSING = ("/tmp/", "/var/tmp/", "/dev/shm/")


def sent(call: Invocation) -> tuple[Word, ...]:
    """The files that a command copies to another machine or into a store."""
    if call.name == "curl":
        return call.all(*_UPLOADING)
    for verbs in _COPYING.get(call.name, ()):
        if call.words[: len(verbs)] == verbs and not call.has("--remove-source-files"):
            return call.operands[len(verbs) : -1]
    return ()
