"""What can be asked for and told beside values: deeds, kinds of things, and marks ("in any case", "the first ones").

Each has one pattern for the words of an action and one for the controlled language of a description.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple


class Mark(NamedTuple):
    """`asked` finds it in an action (lower case), `told` in a description without its values."""

    asked: re.Pattern[str]
    told: re.Pattern[str]


def _table(text: str) -> dict[str, Mark]:
    found = {}
    for line in re.sub(r"\n    (~ )?", lambda it: " ~ " if it[1] else "", text.strip()).splitlines():
        name, asked, told = (part.strip() for part in line.split(" ~ "))
        found[name] = Mark(re.compile(rf"\b(?:{asked})"), re.compile(told))
    return found


# Marks that change what comes out: to miss one or to add one makes a script wrong.
DECISIVE: Mapping[str, Mark] = _table(
    r"""
from the start of the day ~ start of|beginning|calendar|today|midnight|daystart|this day ~ start of the day
owned by a group ~ group ~ belonging to group
owned by a user ~ user|own|belong|root|\w+'s\b|account|person ~ owned by user
ignoring case
    ~ case[- ]?(?:in)?sensitiv|ignor\w+ (?:the )?case|regardless of (?:the )?case|irrespective of case|
    any case|upper ?(?:case)? or lower
    ~ ignoring case
excluding
    ~ not\b|\w+n't\b|except|exclud|without\b|other than|besides|non-|do(?:es)? not|no\b|ignor\w+ (?!case|
    the case)|skip|omit|avoid|but\b|apart from|none of
    ~ \bnot (?:named|with|being|that|of|owned|last|modified|in|going|accessed|belonging|linking|match)|
    excluding|leaving out|without the lines|everywhere but|lines but|without lines
directly ~ in (?:the |this |a |your )?(?:current|this|working) (?:working )?(?:directory|folder|
    dir)\b(?! tree| and (?:its|all|below|sub)| recurs)|immediate|(?:only )?(?:in|under) (?:the|
    this) (?:current|same) (?:directory|folder|dir) only|non-?recursiv|without (?:descend|recurs|sub)|
    not (?:descend|recurs|go|includ\w+ sub|in sub|its sub|search\w* sub|below)|do not (?:descend|recurs|go|
    search)|maxdepth|max\w* depth|one level|single level|first level|top[- ]level|no deeper|
    only .{0,25}(?:level|current)|level|depth|deep|excluding sub
    ~ directly in|levels deep
counting
    ~ count|number of|total|lines\b.{0,12}\bnumber|line numbers?|length|longest|how many|total number|
    amount of
    ~ \bcounts?\b
only once each ~ unique|distinct|de-?dup|duplicate lines|without duplicates|remov\w+ duplicat|uniq|once
    ~ keeping only one|removes repeated|unique|first of equal
duplicates
    ~ duplicat|count|number of|how (?:often|many)|occurrenc|frequen|popular|most|repeated|more than once|
    same content|identical|common
    ~ duplicate|how often each line repeats|common
descending
    ~ descend(?:ing)|revers|largest|biggest|newest|latest|most recent|top \d|highest|greatest|last in
    ~ descending order|in reverse order|newest first|largest first
first ones
    ~ first\b|top \d|head\b|largest|biggest|beginning|start\b|leading|newest|oldest|one file|only one|
    single|stop|quit|latest|most recent
    ~ the first|stopping after|up to there
last ones
    ~ last (?:\d+ )?(?:\w+ )?(?:line|byte|char|entr|column|field|element|part|match|file|path)|last (?:one|
    two|three|four|five|ten|\d+ )\b|tail\b|end of|trailing|bottom|largest|latest|newest|most recent|ending
    ~ the last
following links ~ follow\w*|dereferenc|resolv|point\w* to|target|real path|actual
    ~ following symbolic links|resolved|target of
empty ~ empty|zero[- ](?:length|size|byte)|0 (?:size|bytes)|blank|size (?:0|zero) ~ empty
only names
    ~ (?:file ?)?names?\b|paths?\b|(?:list|find|which|all|the) (?:\S+ ){0,4}files? (?:\S+ ){0,6}contain|
    that contain|containing|include|having|with the (?:text|word|string)
    ~ prints names of files
access time ~ access|read\b|used\b|open|viewed ~ accessed|access time
status time ~ status|inode chang|attribut|chang|ctime|creat|metadata|permission ~ status changed|time of status
executable ~ execut ~ that are executable
appending ~ append|add\b|adding|end of|prepend|insert|suffix|prefix ~ append|insert|adds changes
replacing
    ~ replac|substitut|chang|convert|translat|transform|remov|delet|strip|turn|edit|modify|updat|trim|swap|
    renam|instead|squeez|prepend|prefix|append|insert|without|add\b|truncat|only|wrap|separat|join|comma|
    format|extract|show|print|display
    ~ replaces|translates|removes `|substitut
whole words ~ whole word|word\b|exact|entire line|whole line|word boundar ~ only whole
only the match
    ~ only (?:the )?match|extract|only\b|just\b|part\b|portion|url|ip addr|number|digit|show the match|count
    ~ only the matching
selecting fields
    ~ field|column|character|first|second|third|last|cut|extract|delimit|separat|part|comma|colon|tab|
    base ?name|extension|only|name|user|id|suffix|prefix|trim|byte|word|section|path|truncat|address|strip|
    remove|get|print|size|owner|pid|hash|number
    ~ selects parts|of each line
adding up ~ sum|total|add|combined|aggregate|overall|average|mean|calculat|cumulat|count
    ~ adds up|with a total|total for each
line numbers
    ~ line numbers?|number\w* (?:the |all |each |every )?(?:\w+ )?lines|numbered|number of the line|
    with numbers|index
    ~ line numbers|numbers the lines|numbering
in place
    ~ in[- ]place|in (?:the )?(?:file|all|each|every)|replac|chang|edit|modif|updat|remov|delet|insert|add|
    append|prepend|convert|substitut|strip|comment
    ~ in the files themselves
hidden ~ hidden|dot ?files?|starting with (?:a )?(?:dot|period)|all\b|includ ~ hidden
missing parents
    ~ parent|intermediate|as (?:required|needed|necessary)|if (?:it |they )?(?:do|does)(?:n't| not) exist|
    unless|entire|full path|recursiv|tree|hierarchy|not exist|nested|already exist
    ~ missing parents
one filesystem
    ~ (?:same|one|other|different|single|another|this) (?:file ?systems?|partition|device)|mount|xdev|cross|
    span
    ~ same filesystem
background ~ background|detach|daemon|hang ?up|asynchron ~ background|hang-ups
only showing ~ dry|simulat|what would|preview|test run|without actual|trial|pretend ~ what would happen
"""
)
# Marks that say how: to miss one counts when it was asked for, to add one does little harm.
MANNERS: Mapping[str, Mark] = _table(
    r"""
details
    ~ detail|long (?:list|form)|long-list|full (?:list|info)|permission|owner|size|ls -l|ls-l|attribut|
    timestamp|information|status|statistics|metadata|inode|date|format
    ~ long format|details|in the format|with (?:sizes|inode)
human-readable ~ human|readable|megabyte|gigabyte|size ~ human-readable
sorting ~ sort|order(?:ed|ing)? (?:by|of|alpha|numer)|alphabetical|in (?:reverse|ascending|descending|
    numerical)|largest|biggest|smallest|newest|oldest|latest|top \d|rank|most recent
    ~ sorts|sorted
names in any case ~ case|upper|lower ~ in any case
verbosely
    ~ verbos|display\w* (?:the )?progress|showing|show\w* (?:the )?(?:name|file)|print|report|progress|list
    ~ verbos
by force
    ~ forc|without (?:\w+ )?(?:prompt|ask|confirm|warn)|no prompt|non-?interactive|ignor|overwrit|silent|
    even if
    ~ by force|without asking
asking ~ prompt|confirm|interactiv|ask|answer ~ asking
recursively
    ~ recursiv|sub-?(?:dir|fold|tree)|tree|below|beneath|under|descend|hierarch|entire|whole|within|inside|
    content|all files|everything|and all|deep|all (?:the )?(?:files|directories|folders)|director|folder|
    system
    ~ recursively|below
safe names ~ null|nul\b|zero|white ?space|spaces?\b|special char|newline|safe|\\0|print0|odd ~ zero bytes
quietly
    ~ quiet|silent|suppress|no output|without (?:\w+ )?(?:output|message|error|warn)|discard|ignor|error
    ~ silently|quietly|suppressing|without error|without output|checks for lines
preserving ~ preserv|keep|retain|archive|same permission|mirror|attribut|timestamp|synchron|backup
    ~ preserving|keeping
numerically
    ~ numer|by size|number|size|largest|smallest|biggest|count|usage|value|date|time|modif|newest|oldest|
    frequen|version|most|highest|latest|order|sort
    ~ numerically|by human|by version
with file names ~ file ?names?|name of|path|which file|each file|files? ~ with file names
file names left out ~ without (?:the )?(?:file ?)?names?|only|no file|suppress|just|content|lines?|output
    ~ without file names
as root ~ root|sudo|superuser|privilege|admin ~ as root
writing a file
    ~ sav|writ|redirect|output|store|in(?:to)? (?:a )?(?:file|"|'|/|\w+\.\w)|log|creat|export|dump|download|
    as\b|to\b
    ~ writing to the file|into `|appending to the file|writes the input
decompressing ~ compress|zip|\.gz|\.bz|\.xz|unpack|extract|gz\b|tarball ~ compressed by|decompress
"""
)
# Deeds: what is done to the things. The first group changes something outside, the second only makes output.
CHANGES: Mapping[str, Mark] = _table(
    r"""
deleting ~ delet|remov|eras|wip|purg|clean|rm\b|drop|unlink|get rid|destroy|trash|clear|prun|strip
    ~ \bdeletes (?!lines|characters|empty-lines)|destroys
copying
    ~ cop(?:y|ies)|duplicat|clon|back ?up|sync|transfer|mirror|archiv|rsync|scp|replicat|download|upload|
    preserv|put|push|send
    ~ \bcopies|synchronises
moving
    ~ mov|renam|mv\b|relocat|transfer|put|replac|chang|append|add|prepend|convert|swap|back ?up|lowercase|
    prefix|suffix|extension|remov|strip|shift
    ~ moves or renames|renames files
linking ~ link|symlink|ln\b|alias|point ~ creates (?:symbolic|hard) links
making directories
    ~ (?:creat|mak|mkdir|add|generat|build|set up|ensure).{0,60}(?:director|folder|path|hierarch|tree|dir\b|
    structure)|mkdir|creat|mak
    ~ creates directories
touching ~ touch|creat|mak|updat|timestamp|time|empty|generat|new|set|chang|add ~ creates empty files|temporary
permitting
    ~ permi|chmod|mode|writ|executable|readable|access|\b[0-7]{3,4}\b|right|grant|secur|777|755|world|group|
    user|allow|bit|make|set|chang
    ~ changes permissions
owning ~ own|chown|user|group|belong|chgrp ~ changes the (?:owner|group)
compressing ~ compress|g?zip|bzip|xz|pack|archiv|tar|shrink|tgz|gz\b ~ (?<!de)compresses|into a zip
archiving ~ archiv|tar|backup|back up|bundle|pack|compress|zip|collect|gz\b
    ~ (?:creates|updates|appends to) an archive
extracting
    ~ extract|unpack|uncompress|decompress|untar|unzip|gunzip|expand|restor|zip|open|content|view|display|
    read|print|show|list
    ~ extracts|decompresses
editing
    ~ replac|substitut|edit|modif|chang|remov|delet|insert|add|append|prepend|convert|updat|comment|strip|
    truncat|overwrit|fix|set|trim
    ~ in the files themselves|changes the size
stopping ~ stop|kill|terminat|end|halt|shut|quit|interrupt|signal|close|abort|down|suspend|turn off|power|
    restart|disabl
    ~ \bstops|and stops
starting ~ start|run|launch|boot|up\b|turn on|enabl|resum|execut|restart|begin|creat|open|deploy
    ~ \bstarts|and starts
restarting ~ restart|reboot|bounc|reload|cycle|re-?read|rehash|kick ~ restarts|reboots|reloads
enabling ~ enabl|boot|startup|start|automatic|activat|unmask|permanent ~ \b(?:enables|unmasks)
disabling ~ disabl|prevent|deactivat|mask|boot|startup|stop|block|automatic ~ \b(?:disables|masks)
mounting ~ mount|attach|remount ~ \bmounts a
unmounting ~ unmount|umount|detach|eject|dismount ~ unmounts
installing ~ install|add|set up|get ~ \binstalls
removing packages ~ remov|uninstall|delet|purg|erase|clean ~ removes (?:packages|unneeded|with)
downloading
    ~ download|fetch|get|retriev|pull|wget|curl|request|url|http|clon|send|post|crawl|upload|display|print|
    call|test|check|access|ping|web|api|install|ftp
    ~ downloads
uploading ~ upload|push|send|publish|put|deploy|transfer ~ uploads
creating a user ~ user|account|group ~ creates a (?:user|group)
committing ~ commit|record|save|check in|amend ~ commit
running elsewhere ~ ssh|remote|host|server|machine|connect|log ?in|copy|tunnel|forward|via|through|over|@
    ~ another machine
setting variables
    ~ variabl|set|assign|sav|stor|export|declar|defin|environment|alias|\$|=|loop|each|script|array|as\b|
    path
    ~ sets a? ?(?:the )?variable|into variables|defines an alias
going ~ chang|go|cd\b|director|navigat|enter|switch|move ~ goes to the directory
scheduling ~ schedul|cron|job|at\b|every ~ scheduled?\b
changing firewall
    ~ firewall|iptables|ufw|block|allow|port|drop|traffic|rule|nat\b|forward|packet|connection
    ~ firewall rule
scaling ~ scal|replica|increase|decrease ~ \bscales
"""
)
OUTPUTS: Mapping[str, Mark] = _table(
    r"""
finding
    ~ find|search|locat|look|list|all\b|file|director|folder|recursiv|show|display|print|which|where|tree|
    get|every|each
    ~ \bfinds
matching lines
    ~ grep|search|contain|match|line|filter|find|pattern|string|text|word|occurrenc|includ|process|which|
    with\b|look|exclud|except|not\b|start|end|running|regex|locat|check|show|list|display|print
    ~ prints (?:names of files with(?:out)? )?lines|counts lines|checks for lines
listing
    ~ list|ls\b|show|display|print|long|detail|director|file|folder|permission|size|content|find|see|view|
    info|what
    ~ lists files|lists them
telling usage
    ~ size|usage|space|disk|how (?:big|much|large)|du\b|large|big|byte|capacit|small|total|mb\b|gb\b|weight|
    consum|heav
    ~ disk usage|disk space
telling types ~ type|kind|file\b|determin|format|mime|what ~ file type
printing content
    ~ content|print|display|show|cat\b|concat|view|read|output|merge|join|combine|dump|number|all\b|write|
    see|list|file|copy|append|body|pipe|text
    ~ prints the content|page by page
printing text
    ~ echo|print|display|show|output|writ|say|text|string|name|list|messag|each|variable|for\b|convert|
    format|path|append|input|pipe|evaluat|expand|send|calculat|count|file|prepend|line|prefix|simulat
    ~ prints the text
telling status
    ~ stat\b|status|time|date|permission|modif|access|owner|inode|size|detail|info|attribut|information|
    last|number|octal|display
    ~ status and details
comparing
    ~ compar|diff|common|same|different|match|unique|between|versus|against|chang|identical|both|not in|
    only in|line
    ~ compares
showing processes
    ~ process|pid|running|cpu|memory|task|program|ps\b|command|thread|load|daemon|service|top\b|user|usage|
    session|server|instance|job|usag|all\b
    ~ processes
changing case
    ~ upper|lower|case|capital|translat|replac|convert|chang|remov|delet|squeez|split|transform|newline|
    space|character|comma|separat|line|tab|join|random|non-|strip|one\b|quot|word|encod|rot
    ~ characters
resolving paths
    ~ path|resolv|link|absolute|full|canonical|real|target|director|location|parent|point|dirname|name|
    script|where|folder
    ~ full path|parent directory|without directory|target of a
checksumming ~ md5|sha|checksum|hash|digest|identical|duplicate|same|sum\b|unique|verif|fingerprint|compar
    ~ checksum
paging ~ page|less\b|more\b|view|scroll|browse|screen ~ page by page
numbers ~ sequence|number|range|seq\b|from|generat|count|loop|times|list|integers|between|each|random
    ~ sequence of numbers
"""
)
KINDS: Mapping[str, Mark] = _table(
    r"""
regular files ~ regular|ordinary|normal ~ finds regular files|only regular
files ~ files?\b ~ finds (?:regular )?files|regular files
directories ~ dir\w{2,7}(?:y|ies)\b|folders?|fodlers?|dirs?\b|sub-?(?:director|folder)
    ~ finds (?:\w+ \w+ and )?directories(?! files)
symbolic links ~ sym(?:bolic)?[- ]?links?|soft links?|links?\b ~ finds symbolic links|symbolic links
"""
)
