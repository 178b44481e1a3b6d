# SPDX-License-Identifier: GPL-3.0-or-later
def draw(figure, rows, s):
    figure.set_layout_engine("none")
    figure.text(0.02, 0.92, wrapped(s["heading"], s, 0.95), verticalalignment="top", color="#66707c")
    tables = grouped(rows, "table")
    columns = [name for name in rows[0] if name != "table"] if rows else []
    width = 1 / max(1, len(tables))
    for index, (name, lines) in enumerate(tables.items()):
        words = [text(name)]
        for line in lines[:s["most"]]:
            cells = [text(line[column]) for column in columns]
            words.append("  ".join(cell for cell in cells if cell))
        figure.text(0.02 + index * width, 0.72, wrapped("\n".join(words), s, 0.9 * width),
                    verticalalignment="top", linespacing=1.4)
