# Sourced by programs of this harness. `first_copy FROM TO` copies a file if there is none. Of programs that start at the
# same time, each makes a copy of its own, and the first whole one stays.
first_copy() {
  if [ ! -e "$2" ]; then
    mkdir -p "${2%/*}"
    cp "$1" "$2.$$" && { ln "$2.$$" "$2" 2> /dev/null || [ -e "$2" ]; }
    rm -f "$2.$$"
  fi
}
