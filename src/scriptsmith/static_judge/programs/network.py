"""Programs that pack files and that speak with other machines."""

from __future__ import annotations

TABLE = """
gzip: compresses files
  = named {}
  -d,--decompress decompresses files!
  -c,--stdout,--to-stdout to the standard output
  -k,--keep keeping the original files
  -f,--force by force
  -r,--recursive recursively with all subdirectories
  -l,--list lists the content of compressed files!
  -t,--test checks compressed files!
  -v,--verbose verbosely
  -9,--best as small as possible
  -1,--fast as fast as possible
  -2,-3,-4,-5,-6,-7,-8,-n,-q .
  -S: with the suffix {}
gunzip: decompresses files
  = named {}
  -c,--stdout to the standard output
  -k,--keep keeping the original files
  -f,--force by force
  -r recursively with all subdirectories
  -v verbosely
  -t checks compressed files!
  -l lists the content of compressed files!
bzip2, xz, zstd, lzma, compress: compresses files
  = named {}
  -d,--decompress decompresses files!
  -z .
  -c,--stdout to the standard output
  -k,--keep keeping the original files
  -f,--force by force
  -v,--verbose verbosely
  -t,--test checks compressed files!
  -l,--list lists the content of compressed files!
  -9 as small as possible
  -1 as fast as possible
  -q,-T,-0,-3,-6 .
bunzip2, unxz, uncompress: decompresses files
  = named {}
  -c to the standard output
  -k,--keep keeping the original files
  -f by force
  -v verbosely
zip: compresses into a zip archive files
  =1 to {}
  = of {}
  -r recursively with all subdirectories
  -e with a password
  -x: excluding {}
  -9,-q,-u,-j,-y .
  -@ named on the input
  -P: with the password {}
  -d deletes from a zip archive!
  -s: in pieces of size {}
unzip: extracts a zip archive
  =1 of {}
  = only {}
  -d: to {}
  -l lists the content of a zip archive!
  -o overwriting existing files
  -q,-n,-j .
  -p to the standard output
  -t checks a zip archive!
rsync: copies and synchronises files
  = from {}
  =-1 to {}
  -a,--archive recursively and preserving permissions and owners and times
  -v,--verbose verbosely
  -z,--compress compressing during transfer
  -r,--recursive recursively with all subdirectories
  -n,--dry-run only showing what would happen
  -q,--quiet suppressing messages
  -u,--update only newer files
  -P,--progress,--partial showing progress
  -h,--human-readable with human-readable sizes
  -e:,--rsh: over {}
  -H,--hard-links keeping hard links
  -l,--links copying symbolic links themselves
  -L,--copy-links following symbolic links
  -p,--perms preserving permissions
  -t,--times preserving modification times
  -o,-g,-D,-A,-X,-W,-S,-c,-I,-x,-i,-b,-C,-R,-O,-s,-E,-K,-k,-d,-m .
  --delete,--delete-after,--delete-before,--del deleting what the source does not have
  --exclude: excluding {}
  --exclude-from: excluding what is listed in the file {}
  --include: including {}
  --stats with statistics
  --existing only files that exist there
  --ignore-existing only files that do not exist there
  --remove-source-files deleting the source files
  --files-from: only what is listed in the file {}
  --bwlimit: with at most {} kilobytes a second
  --size-only by size only
  --no-perms,--no-owner,--no-group,--numeric-ids,--chmod,--inplace,--checksum,--itemize-changes .
  --backup making backups of existing files
  --backup-dir: with backups in the directory {}
  --link-dest: with hard links to files in the directory {}
  --max-size: only smaller than {}
  --min-size: only bigger than {}
  --rsync-path: .
  --timeout: with the time limit {}
scp: copies files between machines
  = from {}
  =-1 to {}
  -r recursively with all subdirectories
  -P: on port {}
  -i: with the key {}
  -p preserving permissions and times
  -C compressing during transfer
  -q,-v,-3 .
  -o: .
  -l: .
sftp: transfers files
  = with {}
  -P: on port {}
  -i: with the key {}
ssh-keygen: creates an ssh key
  -t: of type {}
  -b: of {} bits
  -f: in {}
  -C: with the comment {}
  -N: with the passphrase {}
  -p changes the passphrase of an ssh key!
  -R: removes the host key!
  -l shows the fingerprint of an ssh key!
  -y .
  -P: .
ssh-copy-id: copies the ssh key to another machine
  = to {}
  -i: with the key {}
  -p: on port {}
curl: downloads or sends a request
  = from {}
  -o:,--output: writing to the file {}
  -O,--remote-name writing to a file of the same name
  -L,--location following redirects
  -s,--silent silently
  -S,--show-error,-f,--fail,-#,-g .
  -I,--head shows the headers!
  -i,--include with headers
  -X:,--request: with the method {}
  -d:,--data:,--data-raw: sending the data {}
  -H:,--header: with the header {}
  -u:,--user: as the user {}
  -F:,--form: sending the form {}
  -k,--insecure without checking the certificate
  -v,--verbose verbosely
  -T:,--upload-file: uploads {}!
  -w:,--write-out: printing {}
  -x:,--proxy: through the proxy {}
  -A:,--user-agent: as the agent {}
  -b:,--cookie: with the cookie {}
  -c:,--cookie-jar: saving cookies in the file {}
  -m:,--max-time:,--connect-timeout: with the time limit {}
  -C: continuing at byte {}
  --retry: with {} retries
  --compressed compressed
  --data-binary:,--data-urlencode: sending the data {}
  --limit-rate: with at most {} a second
  -E:,--cert: with the certificate {}
  -r: only the bytes {}
wget: downloads
  = from {}
  -O:,--output-document: writing to the file {}
  -o: with a log in the file {}
  -P:,--directory-prefix: into {}
  -q,--quiet silently
  -c,--continue continuing
  -r,--recursive recursively with all subdirectories
  -i:,--input-file: listed in the file {}
  -b in the background
  -m,--mirror mirroring the site
  -p,-k,-E,-nc,-N,-S,-v,-nd,-np,-nH .
  -l:,--level: at most {} levels deep
  -A: only {}
  --limit-rate: with at most {} a second
  --no-check-certificate without checking the certificate
  --user: as the user {}
  --password: .
  -t:,--tries: with {} tries
  --spider only checking
ping: sends echo requests to a host
  = named {}
  -c: {} times
  -i: every {} seconds
  -W:,-w: with the time limit {}
  -s: of size {}
  -q,-n,-a,-b,-f,-4,-6 .
  -t: with the time to live {}
  -I: over {}
traceroute, tracepath, mtr: traces the route to a host
  = named {}
  -n,-r,-w,-I,-T .
  -m: with at most {} hops
dig: resolves a name by dns
  = of {}
  -x: of the address {}
  -t: of type {}
  -f: of the names in the file {}
  -4,-6 .
nslookup, host: resolves a name by dns
  = of {}
  -t: of type {}
  -a .
nc, ncat, netcat: connects to a port
  = of {}
  -l listens on a port!
  -z only checking
  -v verbosely
  -p: on port {}
  -w: with the time limit {}
  -u over udp
  -k,-n .
netstat, ss: lists network connections and sockets
  -t,--tcp over tcp
  -u,--udp over udp
  -l,--listening that are listening
  -n,--numeric with numeric addresses
  -p,--programs,--processes with processes
  -a,--all all of them
  -r,--route of the routing table
  -s,--summary with statistics
  -i,-e,-c,-x,-4,-6,-o,-W .
  = with the filter {}
ifconfig: shows or changes network interfaces
  =1 named {}
  = to {}
  -a all of them
ip: shows or changes network addresses and links and routes
  = with {}
  -4,-6,-s,-o,-br .
route: shows or changes the routing table
  = with {}
  -n with numeric addresses
iptables, ip6tables, nft: shows or changes firewall rules
  = with {}
  -L lists firewall rules!
  -A: adds a firewall rule!
  -I: inserts a firewall rule!
  -D: deletes a firewall rule!
  -F deletes all firewall rules!
  -p: over {}
  -s: from {}
  -d: to {}
  -j: with {}
  -t: of the table {}
  --dport: on port {}
  --sport: from port {}
  -n,-v,--line-numbers .
  -i: over {}
  -m: .
ufw: shows or changes firewall rules
  = with {}
tcpdump: shows network packets
  = with the filter {}
  -i: of the interface {}
  -n,-nn,-v,-A,-X,-e .
  -c: only {} packets
  -w: writing to the file {}
  -r: from {}
  -s: .
  host .
openssl: manages certificates and keys
  = with {}
  -in: of {}
  -out: writing to the file {}
  -text,-noout,-nodes,-new,-x509 .
  -days: for {} days
  -connect: to {}
  -newkey: with a new key {}
mail, sendmail, mutt: sends a mail
  = to {}
  -s: with the subject {}
  -a: with the attachment {}
"""
