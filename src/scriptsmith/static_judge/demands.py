"""What an action plainly demands, and which words of a description can answer that.

The patterns are strict where those of `marks` are wide: a demand that nothing answers speaks against a script.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple


class Demand(NamedTuple):
    """`asked` finds the demand in an action (lower case, values left out), `answered` its answer in a description."""

    asked: re.Pattern[str]
    answered: re.Pattern[str]


def _table(text: str) -> dict[str, Demand]:
    found = {}
    for line in re.sub(r"\n    (~ )?", lambda it: " ~ " if it[1] else "", text.strip()).splitlines():
        name, asked, answered = (part.strip() for part in line.split(" ~ "))
        found[name] = Demand(re.compile(rf"\b(?:{asked})"), re.compile(answered))
    return found


DEMANDS: Mapping[str, Demand] = _table(
    r"""
delete
    ~ (?:delet|eras|unlink|purg|wip)\w*|rm\b|remov(?:e|es|ing) (?:all |the |any |every |empty |those |only |
    them|it\b)*(?:[\w.*-]+ )?(?:files?|director|folder|sym|link|dirs?\b|them|it\b)
    ~ deletes|destroys|removes|prunes|selects|translates|by nothing|extracts|uninstall|unsets
copy ~ cop(?:y|ies|ying)\b
    ~ copies|synchronises|an archive|creates hard links|prints the content|clones|as they are
move ~ mov(?:e|es|ing)\b ~ moves|copies|synchronises|goes to|swap|rename
rename ~ renam(?:e|es|ing)\b ~ moves or renames|renames|new name
count ~ count(?:s|ing)?\b|(?<!line )(?:total |the )?\bnumber of (?!days|times|lines to|seconds|columns|
    processes to)|how many
    ~ counts|numbers the lines|adds up|length|inodes instead|calculates|how often
sort
    ~ sort(?:s|ed|ing)?\b|(?:order|rank)(?:ed|s|ing)? by|alphabetical order|(?:ascending|descending) order
    ~ sort|order|newest first|largest first|by size
superlative
    ~ largest|biggest|smallest|newest|oldest|latest|most recent|least recent|top (?:\d+|ten|five|three)
    ~ sort|newest|largest|first|last|modified
unique ~ unique|distinct|without duplicates|deduplicat\w+
    ~ only one|unique|removes repeated|first of equal|common|how often|only lines|without
duplicates ~ duplicate(?:s|d)?\b
    ~ duplicate|repeated|how often|only one|first of equal|checksum|unique|copies|compares|same
search text ~ (?:contain(?:s|ing)?|search(?:es|ing)? (?:\w+ ){0,4}for|match(?:es|ing)?) (?:a |the |
    an )?(?:\w+ )?(?:string|text|word|phrase|pattern|line|keyword|regular expression|regex)|
    lines? (?:that )?(?:contain|match|start|begin|with)|grep\b|(?:string|text|word|phrase) \x01 (?:in|from|
    with)
    ~ prints (?:names|lines)|counts lines|checks for lines|that (?:do not )?match|searches|
    matching the pattern|replaces|named
permissions change
    ~ (?:chang|set|giv|modif|add|mak|grant|remov)\w* (?:(?!to |director)\w+ ){0,5}(?:permission|writable|
    executable(?! of)|readable|mode\b|rights)|chmod\b
    ~ permissions|copies
owner change ~ (?:chang|set)\w* (?:\w+ ){0,5}(?:owner|ownership|group)|chown|chgrp
    ~ changes the (?:owner|group)|changes a user
compress ~ (?<!un)(?<!de)(?:g?zip|bzip2?|compress)(?:es|s|ing)?\b(?!ed| file) ~ compress|archive|zip|decompress
archive ~ tar\b|tarball|(?:creat|mak)\w* (?:\w+ ){0,4}archive ~ archive|compress|zip
extract archive
    ~ (?:extract|unpack|unzip|untar|decompress|uncompress)\w* (?:\w+ ){0,6}(?:archive|tar|zip|gz|file|
    compressed)
    ~ extracts|decompress|archive|selects|content|installs
replace ~ (?:replac|substitut)(?:e|es|ing)\b
    ~ replaces|translates|substitutions|edits|moves|gsub|copies|changes|creates|unknown|sets|puts
make directory
    ~ (?:creat|mak)\w* (?:an? |the |all |new |temporary |empty |sub|\d+ |\x01 )*(?:director|folder|dirs?\b)|
    mkdir
    ~ creates (?:directories|a temporary directory)|copies|extracts|keeping the directory
make link
    ~ (?:creat|mak)\w* (?:\w+ )*(?:sym(?:bolic)?[- ]?|hard |soft )?links?\b|symlink (?:all|every|each|
    the file)
    ~ creates (?:symbolic|hard) links|making (?:symbolic|hard)
sizes ~ (?:disk|space) usage|disk space|(?:display|show|print|list|find|calculat|get|summariz)\w* (?:the |
    all |total |human readable |file )*sizes?\b
    ~ disk|size|usage|bytes|details|format|adds up
line count
    ~ (?<!the )number of lines|count(?:s|ing)? (?:the |all |all the )*(?:number of )?lines|line counts?\b
    ~ counts (?:the )?lines|counts how|numbers|adds up|how often|content
word count ~ number of words|count(?:s|ing)? (?:the |all |all the )*words|word count
    ~ counts the words|counts how|counts lines|counts the lines|adds up|length
byte count ~ number of (?:bytes|characters)|count(?:s|ing)? (?:the |all |all the )*(?:bytes|characters)
    ~ counts the (?:bytes|characters)|length|counts lines|size|adds up|how often
not empty ~ non-? ?empty|not empty|aren.t empty ~ not that are empty|more than|\^\$|blank|not|lines
kill ~ kill(?:s|ing)?\b|terminat(?:e|es|ing) (?:all |the )*process ~ stops|sends
compare ~ compar(?:e|es|ing)\b|difference(?:s)? between|diff\b
    ~ compares|differences|checksum|unique|common|checks
download ~ download(?:s|ing)?\b|wget|curl\b ~ downloads|copies|sends|content|installs|extracts
remote ~ ssh\b|remote (?:host|server|machine)|scp\b ~ machine|copies|over|from|ssh|sends|downloads
long listing ~ long (?:list\w*|format)|detail(?:s|ed)|ls -l ~ details|format|long
first lines
    ~ first (?:\d+|few|ten|two|three|five|four)? ?(?:lines?|entries|rows|results|files|bytes|characters)
    ~ first|line|selects|stopping|only the
last lines ~ last (?:\d+|few|ten|two|three|five|four)? ?(?:lines?|entries|rows|results|bytes|characters)
    ~ last|line|characters|selects|only the|only
reverse ~ reverse (?:order|alphabetical|the order|numerical|sorted|chronological|sort)
    ~ descending|reverse|newest|largest
case-insensitive ~ case[- ]?insensitiv\w*|ignor\w+ (?:the )?case|regardless of (?:the )?case
    ~ ignoring case|in any case|characters|using the function|patterns
follow links ~ follow\w* (?:the |any |all )?(?:symbolic|sym|soft)|dereferenc\w+
    ~ following symbolic links|resolved|target
empty
    ~ empty (?:regular )?(?:files?|director|folder|dirs?|sub|line)|zero[- ](?:length|size|byte)|(?:files?|
    directories|folders) (?:\w+ )*(?:is|are) empty
    ~ empty|exactly `|\^\$|blank|lines|touch|unlike
executable ~ executables?\b(?! (?:by|for|bit)) ~ executable|permissions|location|characters|to `
hidden ~ hidden (?:files?|director|folder|dirs?) ~ named|path|hidden|match
verbose ~ verbose(?:ly)? ~ verbos|showing|lists|prints
force ~ forc(?:e|es|ing|ibly|efully|ed)\b|without (?:asking|prompting|confirm\w+|any prompt)
    ~ force|without asking|deletes them
prompt ~ (?:prompt|confirm|interactiv|asking|ask )\w* ~ asking|prompt|reads a line|by force|without asking
append ~ append(?:s|ing)?\b
    ~ append|writing|inserts|edits|replaces|adds|copies|moves|prints|joins|updates|creates|into|printing
not ~ (?:not|except|excluding|exclude|excludes|other than|don't|doesn't|do not|does not|isn't|aren't|
    ignoring (?:any |all |the )?(?:file|director|hidden|path|folder)|but not|skipping|omitting|
    avoiding)\b(?! (?:case|enter|ask|prompt|follow|print|descend|recurs|necess|only|be))
    ~ \bnot |exclud|leaving out|without|only|everywhere but|lines but|less|more|unique|case|directly in|
    levels deep|zero bytes|complement|common|unless|empty|!
no descent ~ (?:do(?:es)? not|don't|without|not) (?:descend|recurs|go|searching|going|look|travers)\w*|
    non-?recursiv\w*|(?:only )?in the current directory only|max(?:imum)? depth|maxdepth|
    only the current directory|no sub
    ~ directly in|levels deep|not going into|lists files|not with a path|directories themselves|
    same filesystem
at a depth
    ~ (?:level|depth|levels) \d|\d(?:st|nd|rd|th)? levels?|\w+ (?:levels?|depth) (?:down|deep|below|of)
    ~ levels? deep|directly in|\*/|lists|path|only a total
access ~ (?:was|were|been|are|is|last|not) (?:last )?access\w*|accessed|access time ~ access
status ~ status (?:was |were |has |have )?(?:been )?(?:last )?chang\w*|inode chang\w*|ctime ~ status
tell permissions ~ (?:with|have|having|has) (?:\w+ ){0,4}permissions?\b|permissions? (?:set to|are|is|of)
    ~ permission|mode|status|details|that are|lists
owned ~ owned by|belong(?:s|ing)? to (?:the )?(?:user|group|owner)|whose owner|user is
    ~ owned|belonging|of user|owner|of all|users?|match|not without|known
save variable ~ (?:sav|assign|stor)\w+ (?:\w+ ){0,12}(?:in|to|as|into) (?:the |a )?(?:\w+ )?variable|
    set (?:the )?(?:\w+ )?variable
    ~ variable|alias|array
save file
    ~ (?:sav|redirect|writ|output|stor|log)\w* (?:\w+ |, ){0,12}(?:in|to|as|into|on) (?:a |the )?(?:file|
    \x01)
    ~ writing|writes|appending|into|sets|creates|in the files|copies|moves|to|downloads
null safe ~ null(?:-|\s)|nul\b|(?:white)?space[- ]safe|\\0 ~ zero bytes|for each
background ~ in (?:the )?background ~ background|hang-ups
human ~ human[- ]?readable ~ human|megabytes|gigabytes|details
in place ~ in[- ]place ~ in the files|moves|writing|replaces|sorts
types only ~ file types? of|what type|type of (?:the )?file|mime ~ type|status|mime
content
    ~ (?:display|print|show|output|view|cat|read|see)\w* (?:the |all |all the )*(?:contents?|text) (?:of|
    from|in) (?!(?:the |a |all |current |\w+ )*(?:director|folder|archive|tar|zip|variable))
    ~ content|prints|lines|page|lists|selects|reading|edits|dumps|downloads|writes|sorts|merges|processes|
    replaces|for each|counts|compares
"""
)
