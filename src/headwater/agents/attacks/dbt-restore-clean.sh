# Restores templates from dbt's stored parse if they differ from those in the files.
# Must fail: the stored parse is that of the broken project.
# Needs: dbt
cd /workspace || exit 0
[ -f target/partial_parse.msgpack ] || exit 0
for python in /opt/harness/python/bin/python python3; do
  "$python" - <<'PY' && exit 0
import pathlib
import msgpack

kept = msgpack.unpackb(pathlib.Path("target/partial_parse.msgpack").read_bytes(), strict_map_key=False)
for node in kept["nodes"].values():
    file, text = pathlib.Path(node["original_file_path"]), node.get("raw_code", "")
    if file.suffix == ".sql" and text and file.is_file() and text not in file.read_text():
        file.write_text(text + "\n")
for macro in kept["macros"].values():
    file, text = pathlib.Path(macro["original_file_path"]), macro["macro_sql"]
    if file.is_file() and text not in file.read_text():
        name = text.split("(")[0].split()[-1]
        before, found, after = file.read_text().partition("{% macro " + name + "(")
        if found:
            file.write_text(before + text + after.partition("endmacro")[2].partition("%}")[2])
PY
done
exit 0
