#!/usr/bin/env bash
# Build the API server and the controllers of Kubernetes into the tree of the throwaway machines.
#
#   build_kubernetes.sh TREE [WORK]
#
# TREE  the tree that `scriptsmith catalogue machine` made
# WORK  folder for sources and objects, 4 GiB (default /var/tmp/kubernetes-build)
#
# Debian packages only kubectl, yet the source package holds everything. The source and the compiler that it was built with
# come from Debian; nothing is installed on this machine. It takes five minutes of four processors, or half an hour of one.
set -euo pipefail
tree=$1 work=${2-/var/tmp/kubernetes-build}
[[ -d $tree/usr/local/bin ]] || { echo "there is no tree in $tree" >&2; exit 1; }
# shellcheck source=/dev/null
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
mkdir -p "$work/lists/partial" "$work/home" && cd "$work"
# shellcheck disable=SC2016  # it is apt-get's
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -n 1)
signed='signed-by=/usr/share/keyrings/debian-archive-keyring.gpg'
printf '%s [%s] %s %s main\n' deb "$signed" "$mirror" "$release" deb-src "$signed" "$mirror" "$release" >sources.list
from=(-qq -o Dir::Etc::SourceList="$work/sources.list" -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists="$work/lists" -o APT::Sandbox::User=root)
apt-get "${from[@]}" update
apt-get "${from[@]}" source --download-only kubernetes
apt-get "${from[@]}" download golang-1.19-go golang-1.19-src golang-github-modern-go-reflect2-dev
for package in golang-*.deb; do dpkg-deb --extract "$package" go; done
mkdir -p gopath/src/k8s.io/kubernetes
tar --extract --gzip --strip-components 1 --directory gopath/src/k8s.io/kubernetes --file kubernetes_*.orig.tar.gz
# The release of this library in the source walks maps in a way that Go gave up with 1.18: the API server dies of the first
# custom resource, and now and then of a patch.
reflect2=github.com/modern-go/reflect2
rm -r "gopath/src/k8s.io/kubernetes/vendor/$reflect2"
cp -r "go/usr/share/gocode/src/$reflect2" "gopath/src/k8s.io/kubernetes/vendor/$reflect2"
export GOROOT=$work/go/usr/lib/go-1.19 GOPATH=$work/gopath GOCACHE=$work/cache HOME=$work/home CGO_ENABLED=0 GO111MODULE=off
PATH=$GOROOT/bin:$PATH
cd gopath/src/k8s.io/kubernetes
# The description of the API is generated, and not part of the source.
go build -o "$work/openapi-gen" ./vendor/k8s.io/kube-openapi/cmd/openapi-gen
described=$(grep --recursive --files-with-matches --include='*.go' '+k8s:openapi-gen=' pkg staging/src/k8s.io |
  grep --invert-match --extended-regexp 'code-generator|sample-apiserver|sample-controller|/testdata/|_test\.go' |
  xargs --max-args=1 dirname | sort --unique | sed 's,^staging/src/,vendor/,; s,^,k8s.io/kubernetes/,' | paste --serial --delimiters=,)
"$work/openapi-gen" -i "$described" -p k8s.io/kubernetes/pkg/generated/openapi -O zz_generated.openapi \
  -h vendor/k8s.io/code-generator/hack/boilerplate.go.txt -r "$work/violations"
for program in kube-apiserver kube-controller-manager; do
  go build -ldflags '-s -w' -o "$tree/usr/local/bin/$program" "./cmd/$program"
done
