"""Programs that read lines or bytes and write others."""

from __future__ import annotations

TABLE = """
sort: sorts the lines
  = of {}
  -n,--numeric-sort numerically
  -r,--reverse in descending order
  -h,--human-numeric-sort by human-readable sizes
  -g,--general-numeric-sort numerically
  -u,--unique keeping only one of equal lines
  -k:,--key: on field {}
  -t:,--field-separator: with fields separated by the character {}
  -f,--ignore-case ignoring case
  -b,--ignore-leading-blanks ignoring leading blanks
  -d,--dictionary-order in dictionary order
  -V,--version-sort by version number
  -M,--month-sort by month name
  -R,--random-sort in random order
  -s,--stable keeping the order of equal ones
  -o:,--output: writing to the file {}
  -c,--check checks whether the lines are sorted!
  -m,--merge merges sorted lines!
  -z,--zero-terminated parted by zero bytes
  -T:,--temporary-directory: .
  -S:,--buffer-size: .
uniq: removes repeated lines that follow each other
  =1 of {}
  =2 writing to the file {}
  -c,--count counts how often each line repeats!
  -d,--repeated keeps only duplicate lines!
  -D,--all-repeated keeps all duplicate lines!
  -u,--unique keeps only unique lines that occur once!
  -i,--ignore-case ignoring case
  -f:,--skip-fields: skipping the first {} fields
  -s:,--skip-chars: skipping the first {} characters
  -w:,--check-chars: comparing the first {} characters
  -z,--zero-terminated parted by zero bytes
head: prints the first lines
  = of {}
  -n:,--lines:,-NUM only the first {} lines
  -c:,--bytes: only the first {} bytes
  -q,--quiet,--silent without file names
  -v,--verbose with file names
tail: prints the last lines
  = of {}
  -n:,--lines:,-NUM only the last {} lines
  -c:,--bytes: only the last {} bytes
  -f,--follow,-F following what is appended
  -q,--quiet,--silent without file names
  -v,--verbose with file names
  --pid: until process {} ends
  -s: every {} seconds
  --retry .
cut: selects parts of each line
  = of {}
  -d:,--delimiter: with fields separated by the character {}
  -f:,--fields: only the fields {}
  -c:,--characters: only the characters {}
  -b:,--bytes: only the bytes {}
  -s,--only-delimited leaving out lines without separator
  --complement leaving those out instead
  --output-delimiter: joined with {}
paste: merges lines side by side
  = of {}
  -d:,--delimiters: joined with {}
  -s,--serial joins all lines into one!
join: joins lines on a common field
  = of {}
  -1: on field {}
  -2: on field {}
  -t: with fields separated by the character {}
  -o: in the format {}
  -a: also the unpaired lines of file {}
  -v: only the unpaired lines of file {}
  -i,--ignore-case ignoring case
comm: compares two sorted files line by line
  = of {}
  -1 without the lines only in the first file
  -2 without the lines only in the second file
  -3 without the lines common to both files
diff: compares files line by line and shows the differences
  = of {}
  -q,--brief only telling whether they differ
  -r,--recursive recursively with all subdirectories
  -u,--unified in unified format
  -y,--side-by-side side by side
  -i,--ignore-case ignoring case
  -w,--ignore-all-space ignoring white space
  -b,--ignore-space-change ignoring changes of white space
  -B,--ignore-blank-lines ignoring blank lines
  -s,--report-identical-files also telling which are identical
  -N,--new-file taking missing files as empty
  -c in context format
  -x:,--exclude: excluding {}
  -W:,--width: with the width {}
  --suppress-common-lines without the common lines
  -a,--text .
cmp: compares two files byte by byte
  = of {}
  -s,--silent,--quiet silently
  -l,--verbose listing all differing bytes
tr: translates characters
  =1 from {}
  =2 to {}
  -d,--delete deletes characters!
  -s,--squeeze-repeats squeezing repeated characters
  -c,-C,--complement all characters but those
  -t .
wc: counts lines and words and bytes
  = of {}
  -l,--lines counts the lines!
  -w,--words counts the words!
  -c,--bytes counts the bytes!
  -m,--chars counts the characters!
  -L,--max-line-length prints the length of the longest line!
  --files0-from: of the files named in the list {}
nl: numbers the lines
  = of {}
  -b:,--body-numbering: in the style {}
  -s:,--number-separator: with the separator {}
  -w:,--number-width: with the width {}
  -n: in the format {}
  -v: beginning at number {}
  -i: in steps of size {}
  -ba all lines
tac: prints the lines in reverse order
  = of {}
  -s:,--separator: separated by the text {}
rev: reverses the characters of each line
  = of {}
cat: prints the content
  = of {}
  -n,--number with line numbers
  -b,--number-nonblank numbering the nonblank lines
  -s,--squeeze-blank squeezing blank lines
  -A,--show-all showing all invisible characters
  -E,--show-ends,-e showing line ends
  -T,--show-tabs,-t showing tabs
  -v,--show-nonprinting showing invisible characters
zcat, gzcat: decompresses and prints the content
  = of {}
  -f .
bzcat, xzcat, zstdcat: decompresses and prints the content
  = of {}
less, more: shows page by page the content
  = of {}
  -N with line numbers
  -R,-r .
  -S without wrapping lines
  -F,-X,-c,-p .
tee: writes the input to the screen and to files
  = into {}
  -a,--append appending
  -i .
split: splits a file into pieces
  =1 of {}
  =2 named {}
  -l:,--lines: of {} lines each
  -b:,--bytes: of {} bytes each
  -C: of at most {} bytes each
  -n:,--number: into {} pieces
  -d,--numeric-suffixes with numeric suffixes
  -a:,--suffix-length: with suffixes of length {}
  --additional-suffix: with the additional suffix {}
csplit: splits a file at patterns
  =1 of {}
  = at {}
fold: wraps long lines
  = of {}
  -w:,--width: at the width {}
  -s,--spaces breaking at blanks
fmt: reformats paragraphs
  = of {}
  -w:,--width: at the width {}
column: aligns the columns
  = of {}
  -t,--table as a table
  -s:,--separator: with fields separated by the character {}
  -c: for the width {}
  -n,-x,-e .
expand: converts tabs to blanks
  = of {}
  -t:,--tabs: every {} columns
unexpand: converts blanks to tabs
  = of {}
  -t:,--tabs: every {} columns
  -a,--all all blanks
od: dumps the bytes
  = of {}
  -a,-c as characters
  -x in hexadecimal
  -t:,--format: in the format {}
  -A:,--address-radix: with addresses in the base {}
  -N:,--read-bytes: only the first {} bytes
  -v without leaving out repetitions
  -w:,--width: with the width {}
  -j: skipping {} bytes
  -b in octal
  -d in decimal
hexdump, xxd: dumps the bytes in hexadecimal
  = of {}
  -C with characters beside
  -n: only the first {} bytes
  -r,-p,-v .
  -e: in the format {}
  -l: only the first {} bytes
strings: prints the readable text
  = of {}
  -n: of at least {} characters
shuf: shuffles the lines in random order
  = of {}
  -n:,--head-count: only the first {} lines
  -e,--echo .
  -i:,--input-range: of the numbers {}
seq: prints a sequence of numbers
  = to {}
  -w,--equal-width padded with zeros
  -s:,--separator: with the separator {}
  -f: in the format {}
iconv: converts the encoding
  = of {}
  -f: from {}
  -t: to {}
  -o: writing to the file {}
dos2unix: converts line ends to unix
  = of {}
base64: encodes in base64
  = of {}
  -d,--decode decodes from base64!
  -w: wrapping at column {}
md5sum, md5: calculates the md5 checksum
  = of {}
  -c,--check checks the md5 checksum!
  -b,-t,--quiet,-q .
sha1sum: calculates the sha1 checksum
  = of {}
  -c,--check checks the sha1 checksum!
sha256sum, shasum: calculates the sha256 checksum
  = of {}
  -c,--check checks the sha256 checksum!
  -a: .
cksum, sum: calculates the checksum
  = of {}
look: prints lines that begin with a prefix
  =1 of {}
  = in {}
jq: selects from json
  =1 with the filter {}
  = of {}
  -r,--raw-output as raw text
  -c,--compact-output on one line
  -e,-s,-n,-M .
  --arg: with the variable {}
  -S,--sort-keys with sorted keys
"""
