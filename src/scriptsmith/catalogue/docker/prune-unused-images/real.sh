#!/usr/bin/env bash
. "$HARNESS"
# packages: python3 curl
use docker

layer() { # NAME TIME: an image that was built then
  mkdir -p "$1/l" && echo "$1" >"$1/l/mark"
  tar --directory "$1/l" --create --file "$1/layer.tar" mark
  printf '{"architecture":"amd64","os":"linux","created":"%s","config":{},"rootfs":{"type":"layers","diff_ids":["sha256:%s"]},"history":[{"created":"%s"}]}' \
    "$2" "$(sha256sum <"$1/layer.tar" | cut -d' ' -f1)" "$2" >"$1/config.json"
  printf '[{"Config":"config.json","RepoTags":["%s:1"],"Layers":["layer.tar"]}]' "$1" >"$1/manifest.json"
  tar --directory "$1" --create config.json layer.tar manifest.json | docker load --quiet >/dev/null
}
# A registry of one's own, from which images are pulled.
cat >registry.py <<'Y'
import gzip, hashlib, http.server, json, os
MANIFEST = "application/vnd.docker.distribution.manifest.v2+json"
digest = lambda data: "sha256:" + hashlib.sha256(data).hexdigest()
class Registry(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        words, data, kind = self.path.strip("/").split("/"), b"{}", "application/json"
        if len(words) == 4:
            config, layer = (open(os.path.join(words[1], name), "rb").read() for name in ("config.json", "layer.tar"))
            layer = gzip.compress(layer, mtime=0)
            manifest = json.dumps({"schemaVersion": 2, "mediaType": MANIFEST,
                "config": {"mediaType": "application/vnd.docker.container.image.v1+json", "size": len(config), "digest": digest(config)},
                "layers": [{"mediaType": "application/vnd.docker.image.rootfs.diff.tar.gzip", "size": len(layer), "digest": digest(layer)}]}).encode()
            data, kind = (manifest, MANIFEST) if words[2] == "manifests" else (config if words[3] == digest(config) else layer, "application/octet-stream")
        self.send_response(200)
        for name, value in (("Content-Type", kind), ("Content-Length", str(len(data))), ("Docker-Content-Digest", digest(data))): self.send_header(name, value)
        self.end_headers()
        if self.command == "GET": self.wfile.write(data)
    do_HEAD = do_GET
http.server.ThreadingHTTPServer(("127.0.0.1", 5000), Registry).serve_forever()
Y
python3 registry.py 2>/dev/null &
serving=$!
trap 'kill "$serving"; stop_docker >/dev/null 2>&1' EXIT
registry=127.0.0.1:5000
await curl --silent http://$registry/v2/
pulled() { # NAME TIME: one that the registry has
  layer "$1" "$2" && docker image rm "$1:1" >/dev/null && timeout 20 docker pull --quiet "$registry/$1:1" >/dev/null
}
long_ago=$(date --utc --date='10 days ago' +%Y-%m-%dT%H:%M:%SZ)
recent=$(date --utc --date='2 days ago' +%Y-%m-%dT%H:%M:%SZ)
pulled old "$long_ago" && pulled used "$long_ago" && pulled fresh "$recent" && layer local "$long_ago"
docker create --name holds $registry/used:1 x >/dev/null
layer epoch 1970-01-01T00:00:00Z && layer again "$long_ago" && docker tag again:1 again:2
there() { docker image inspect "$1"; }
layer nameless "$long_ago" && nameless=$(docker image inspect --format '{{.ID}}' nameless:1)
docker create --name passing nameless:1 x >/dev/null && docker tag busybox:1 nameless:1 && docker rm passing >/dev/null
run --dry-run
check 'one without a name is named' grep -q "^would remove: <none> (${nameless:0:19}," <<<"$out"
check 'a dry run names the old one that is not used' grep -q "^would remove: $registry/old:1 (sha256:" <<<"$out"
check 'and only that' grep -qx '2 images would be removed' <<<"$out"
check 'and removes nothing' there $registry/old:1
run
check 'it succeeds' test "$status" -eq 0
check 'it is gone' test -z "$(docker image ls --quiet $registry/old:1)"
check 'one with a container stays, though old' there $registry/used:1
check 'one that was built two days ago stays' there $registry/fresh:1
check 'one that was loaded and not pulled stays, and is told' bash -c 'docker image inspect local:1 && grep -q "^left, as it was built or loaded here, and docker knows of no registry that has it: local:1 " <<<"$1"' _ "$out"
check 'one that was made now stays' there busybox:1
check 'so does one that was tagged now, with both names' bash -c 'docker image inspect again:1 again:2'
check 'one of 1970 stays, and is told' bash -c 'docker image inspect epoch:1 && grep -q "^left, as its date does not tell its age: epoch:1 " <<<"$1"' _ "$out"
run
check 'a second run has nothing to do' grep -q '^nothing to remove' <<<"$out"
run --days 1
check 'with fewer days the next goes' test -z "$(docker image ls --quiet $registry/fresh:1)"
finish
