# Sourced by this harness's programs. `first_copy FROM TO` copies a file unless the target exists. Programs that start at
# the same time each make their own copy, and the first complete copy is kept.
first_copy() {
  if [ ! -e "$2" ]; then
    mkdir -p "${2%/*}"
    cp "$1" "$2.$$" && { ln "$2.$$" "$2" 2> /dev/null || [ -e "$2" ]; }
    rm -f "$2.$$"
  fi
}
