#!/usr/bin/env python3
"""Draws measurements as bars: chart.py TITLE < figures.csv > chart.svg

A line is: what, name, median, lowest, highest, name, median, lowest, highest; a bar per name, a
thin line from lowest to highest. `-` for the highest leaves that line out.
"""
import csv
import html
import sys

WIDTH, LEFT, BAR, GAP = 760, 250, 14, 12
COLORS = ["#2f6fde", "#b8bec9"]


def main():
    rows = [row for row in csv.reader(sys.stdin) if row and not row[0].startswith("#")]
    if not rows:
        sys.exit("chart: no figures")
    largest = max(float(value) for row in rows for value in row[2::4])
    scale = (WIDTH - LEFT - 90) / largest
    height = 40 + sum(GAP + BAR * ((len(row) - 1) // 4) for row in rows)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
           f'font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
           f'<text x="12" y="22" font-size="14">{html.escape(sys.argv[1])}</text>']
    y = 36
    for row in rows:
        bars = [row[i:i + 4] for i in range(1, len(row), 4)]
        middle = y + BAR * len(bars) / 2 + 4
        out.append(f'<text x="{LEFT - 8}" y="{middle:.1f}" text-anchor="end">{html.escape(row[0])}</text>')
        for color, (name, median, low, high) in zip(COLORS, bars):
            length = float(median) * scale
            out.append(f'<rect x="{LEFT}" y="{y}" width="{length:.1f}" height="{BAR - 2}" fill="{color}"/>')
            if high != "-":
                at = y + (BAR - 2) / 2
                end = min(float(high) * scale, WIDTH - LEFT - 90)
                out.append(f'<line x1="{LEFT + float(low) * scale:.1f}" x2="{LEFT + end:.1f}" y1="{at}" '
                           f'y2="{at}" stroke="#222"/>')
                length = max(length, end)
            out.append(f'<text x="{LEFT + length + 4:.1f}" y="{y + BAR - 4}">{html.escape(name)} {median}</text>')
            y += BAR
        y += GAP
    print("\n".join(out + ["</svg>"]))


if __name__ == "__main__":
    main()
