# Sourced by tests/run and tests/full.

# step NAME COMMAND…: runs the command and prints `NAME … 12 s`.
step() {
  local name=$1 start=$SECONDS status
  shift
  printf '\n== %s\n' "$name"
  # A subshell of its own, outside any condition, so that `set -e` holds inside functions.
  set +e
  (set -e; "$@")
  status=$?
  set -e
  if [ "$status" -ne 0 ]; then
    printf '%s … failed after %d s (exit code %d)\n' "$name" $((SECONDS - start)) "$status" >&2
    exit 1
  fi
  printf '%s … %d s\n' "$name" $((SECONDS - start))
}
