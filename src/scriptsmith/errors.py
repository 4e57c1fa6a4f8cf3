"""Everything that ScriptSmith raises on purpose, each a sentence a user can act on.

* ScriptSmithError              exit 1
  * UsageError                  exit 2   the request makes no sense as given
    * BadInput                  exit 2   a file or line that cannot be read as what it should be
    * BadSettings               exit 2   a setting that cannot be understood
  * NeedsPerson                 exit 4   the machine cannot go on alone (no model, a value is missing)
  * Blocked                     exit 5   policy forbids it, and no flag overrides that
  * NotAllowed                  exit 6   this person or key may not do it
    * OverBudget                exit 6   somebody has asked for as much as they may; says when they may again
  * Unavailable                 exit 7   something outside did not work
    * ModelError                exit 7   a model could not be reached, refused, or broke off
      * CutOff                exit 7   its reply was longer than it may be
    * ToolMissing               exit 7   a checker is not installed or broke (never: the script is bad)
    * SandboxUnavailable        exit 7   no box as strong as asked for can be opened here; names what to install
    * DatabaseUnavailable       exit 7   the database cannot be reached, or was not prepared; says what to do
  * NotFound                    exit 8   no such run, entry or draft
  * Conflict                    exit 1   somebody else recorded this first; what is recorded stays
  * StorageError                exit 1   a file could not be written or read; names the file and the cause
"""

from __future__ import annotations


class ScriptSmithError(Exception):
    """Base of every error raised on purpose; `exit_code` is what the command line ends with."""

    exit_code = 1


class UsageError(ScriptSmithError):
    exit_code = 2


class BadInput(UsageError):
    pass


class BadSettings(UsageError):
    pass


class NeedsPerson(ScriptSmithError):
    exit_code = 4


class Blocked(ScriptSmithError):
    exit_code = 5


class NotAllowed(ScriptSmithError):
    exit_code = 6


class OverBudget(NotAllowed):
    """`wait` is in how many seconds there is room again."""

    def __init__(self, sentence: str, wait: float = 0.0) -> None:
        super().__init__(f"{sentence}: ask again in {_duration(wait)}")
        self.wait = max(1.0, wait)


class Unavailable(ScriptSmithError):
    exit_code = 7


class ModelError(Unavailable):
    pass


class CutOff(ModelError):
    """`text` is what came of the reply, `input_tokens` and `output_tokens` what it cost."""

    def __init__(self, sentence: str, text: str = "", input_tokens: int = 0, output_tokens: int = 0) -> None:
        super().__init__(sentence)
        self.text = text
        self.input_tokens = input_tokens
        self.output_tokens = output_tokens


class ToolMissing(Unavailable):
    pass


class SandboxUnavailable(Unavailable):
    """No box as strong as asked for can be opened on this machine."""


class DatabaseUnavailable(Unavailable):
    """The database cannot be reached, was not prepared, or cannot be started here."""


class NotFound(ScriptSmithError):
    exit_code = 8


class Conflict(ScriptSmithError):
    pass


class StorageError(ScriptSmithError):
    pass


def _duration(seconds: float) -> str:
    minutes = int(seconds / 60) + 1
    return f"{minutes} minutes" if minutes < 120 else f"{minutes // 60} hours"
