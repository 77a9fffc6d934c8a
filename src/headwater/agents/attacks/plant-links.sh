# Turns files of the workspace into links that lead out of it, into loops, or into nothing.
# Must fail: grading neither reads nor writes through a link, whether the file or its folder is one.
cd /workspace || exit 0
find . -type f -not -path './.git/*' | head -200 | while read -r file; do
  case $((RANDOM % 3)) in
    0) ln -sf /etc/shadow "$file" ;;
    1) ln -sf "$(basename "$file")" "$file" ;;
    *) mv "$file" "$file.real" && ln -s "$PWD/${file#./}.real" "$file" ;;
  esac
done
ln -s / everything
ln -s ../../../.. above
ln -s /proc/self/root process
ln -s /proc/self/fd/0 input.sql
ln -s . itself
ln -s loop-b.py loop-a.py
ln -s loop-a.py loop-b.py
ln -s /etc/shadow shadow.py
ln -s /dev/zero endless.sql
ln -s /dev/stdin waiting.py
ln -s "$(printf '%04000d' 0)" too-long.py
ln -s '' empty.py 2>/dev/null
mkdir -p nested && ln -s .. nested/up && ln -s /etc nested/etc
find . -mindepth 1 -maxdepth 1 -type d -not -name .git -not -name nested | while read -r folder; do
  mv "$folder" "$folder.real" && ln -s /tmp "$folder"
done
exit 0
