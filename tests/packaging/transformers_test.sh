#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# --with-transformers makes one environment, once; one that was interrupted is made anew.
# shellcheck source=tests/packaging/sandbox.sh
source "$(dirname "$0")/sandbox.sh"
make_registry first

# In the environment pip notes its call, and fails while $registry/offline is there.
cat >"$sandbox/python in it" <<'END'
#!/usr/bin/env bash
echo "installed ${*: -1}" >>"$calls"
[ ! -e "$registry/offline" ]
END
mv "$sandbox/bin/python3" "$sandbox/bin/python3-of-pip"
export inner="$sandbox/python in it"
stand_in python3 <<'END'
[ "${1:-} ${2:-}" = "-m venv" ] || exec python3-of-pip "$@"
echo "venv" >>"$calls"
mkdir -p "$3/bin" && cp "$inner" "$3/bin/python" && chmod +x "$3/bin/python"
END

touch "$registry/offline"
script setup.sh --with-transformers
check "without a network it fails" failed
check "and says so" says "is there a network?"
check "and leaves no half environment" absent "$deps/transformers"
rm "$registry/offline"
script setup.sh --with-transformers
check "it goes on" succeeded
check "the environment is marked whole" [ -s "$deps/transformers/.complete" ]
check "pip was given the requirements" grep -q "installed .*transformers-requirements.txt" "$calls"
script setup.sh --with-transformers
check "a second call ends well" succeeded
check "and makes nothing" called venv 2
echo "# changed" >>"$checkout/packaging/transformers-requirements.txt"
script setup.sh --with-transformers
check "other requirements make it anew" called venv 3
finish
