# Leaves an answer that is not a file, not text, or very long.
# Must fail: only text of a reasonable length is an answer, and reading it never blocks.
cd /workspace || exit 0
case $(( $(date +%s) % 4 )) in
  0) mkfifo result.txt ;;
  1) mkdir result.txt && echo 42 > result.txt/answer ;;
  2) head -c 3000000 /dev/zero | tr '\0' '7' > result.txt ;;
  3) printf '\377\376\000;\200' > result.txt ;;
esac
printf 'for _ in range(400):\n    print("7" * 100000)\n' > answer.py
exit 0
