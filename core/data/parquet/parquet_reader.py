# SPDX-License-Identifier: GPL-3.0-or-later
# A column of a Parquet file as JSON lines, for `python3 -I -c` behind a pipe: first {"rows": N}, then a line a row. Rows
# without a value are empty texts. What is wrong is the last line of stderr; exit code 3 = pyarrow is not here.
# arguments: FILE COLUMN PLACE_OF_PYARROW...
import json
import os
import sys

sys.path[:0] = sys.argv[3:]
try:
    import pyarrow
    from pyarrow import parquet
except ImportError as problem:
    sys.stderr.write(str(problem))
    sys.exit(3)


def is_text(kind):
    if pyarrow.types.is_dictionary(kind):
        kind = kind.value_type
    return pyarrow.types.is_string(kind) or pyarrow.types.is_large_string(kind) or str(kind) == "string_view"


def check(schema, column):
    texts = ", ".join(field.name for field in schema if is_text(field.type)) or "none"
    advice = f"Columns of text: {texts}. Set data.text_column."
    if schema.names.count(column) != 1:
        raise ValueError(f"it has {'no' if column not in schema.names else 'more than one'} column \"{column}\". {advice}")
    kind = schema.field(column).type
    if not is_text(kind):
        raise ValueError(f'its column "{column}" holds {kind}, not text. {advice}')


def texts_of(column, first):
    """The values of a batch whose first row has this number, from 1."""
    try:
        return column.to_pylist()
    except UnicodeDecodeError:
        for row in range(len(column)):
            try:
                column[row].as_py()
            except UnicodeDecodeError as problem:
                raise ValueError(f"row {first + row} is not UTF-8: {problem}") from None
        raise


def main(file, column):
    out = sys.stdout.buffer
    with open(os.fsencode(file), "rb") as source:
        table = parquet.ParquetFile(source)
        check(table.schema_arrow, column)
        out.write(b'{"rows": %d}\n' % table.metadata.num_rows)
        row = 1
        for batch in table.iter_batches(batch_size=1024, columns=[column], use_threads=False):
            texts = texts_of(batch.column(0), row)
            row += len(texts)
            lines = "\n".join(json.dumps({column: text or ""}, ensure_ascii=False) for text in texts)
            if texts:
                out.write((lines + "\n").encode())
        if row != table.metadata.num_rows + 1:
            raise ValueError(f"it holds {row - 1} rows and claims {table.metadata.num_rows}")
        out.flush()


try:
    main(*sys.argv[1:3])
except BrokenPipeError:  # nobody reads on
    os._exit(0)
except Exception as problem:  # pyarrow's are of many kinds
    sys.stderr.write(" ".join(str(problem).split()) or type(problem).__name__)
    sys.stderr.flush()
    os._exit(1)
