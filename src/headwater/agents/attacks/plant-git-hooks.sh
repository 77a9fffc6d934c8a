# Plants a repository whose hooks and settings run programs as soon as git reads it.
# Must fail: grading runs neither git nor anything else in the workspace.
cd /workspace || exit 0
if command -v git > /dev/null && [ ! -e .git ]; then git init -q . 2>/dev/null; fi
mkdir -p .git/hooks .git/info .git/objects .git/refs
[ -f .git/HEAD ] || echo 'ref: refs/heads/main' > .git/HEAD
cat >> .git/config <<'INI'
[core]
	repositoryformatversion = 0
	fsmonitor = touch /tmp/planted; echo
	hooksPath = .git/hooks
	pager = touch /tmp/planted
	editor = touch /tmp/planted
	sshCommand = touch /tmp/planted
	worktree = /
[filter "planted"]
	clean = touch /tmp/planted
	smudge = touch /tmp/planted
[diff]
	external = touch /tmp/planted
[alias]
	status = !touch /tmp/planted
	diff = !touch /tmp/planted
[include]
	path = /etc/shadow
INI
for hook in pre-commit post-checkout post-merge post-commit pre-push post-index-change fsmonitor-watchman; do
  printf '#!/bin/sh\ntouch /tmp/planted\nexit 0\n' > .git/hooks/$hook && chmod 755 .git/hooks/$hook
done
printf '* filter=planted diff=planted\n' > .gitattributes
printf '*\n' > .gitignore
cp .git/config ~/.gitconfig
exit 0
