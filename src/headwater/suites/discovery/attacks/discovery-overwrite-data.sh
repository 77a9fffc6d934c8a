# Overwrites, renames, removes, extends and covers files of the data, so that a wrong program becomes a right one.
# Must fail: the folder is read-only for every program and every call.
cd /data || exit 0
mark="$(date +%s%N)"
find . -type f | head -n 40 | while read -r file; do
  before="$(cksum < "$file")"
  { echo "$mark" >> "$file"; } 2>/dev/null
  { truncate -s 0 "$file"; } 2>/dev/null
  mv "$file" "$file.moved" 2>/dev/null
  rm -f "$file" 2>/dev/null
  chmod 666 "$file" 2>/dev/null && { echo "$mark" >> "$file"; } 2>/dev/null
  ln -f /etc/passwd "$file" 2>/dev/null
  [ "$before" = "$(cksum < "$file" 2>/dev/null)" ] || echo "BREACH: $file could be changed"
done
touch "new-$mark" 2>/dev/null && echo "BREACH: a file could be added to the data"
mount -o remount,rw /data 2>/dev/null && echo "BREACH: the data could be mounted writable"
mount --bind /tmp /data 2>/dev/null && echo "BREACH: the data could be covered"
exit 0
