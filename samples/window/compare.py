#!/usr/bin/env python3
"""compare.py SHOT.png EXPECTED.png: fails where the two pictures differ by more than a driver may.

compare.py --self-test: a picture that is black, or of another size, is not the expected one.
"""
import struct
import sys
import zlib


def decode(data):
    """Width, height and rows of 8-bit RGB(A) pixels."""
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise ValueError("no PNG")
    at, body, header = 8, b"", None
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        chunk = data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            header = struct.unpack(">IIBBBBB", chunk)
        elif kind == b"IDAT":
            body += chunk
        at += size + 12
    width, height, depth, color = header[:4]
    if depth != 8 or color not in (2, 6):
        raise ValueError("not 8 bits of RGB or RGBA")
    step = 3 if color == 2 else 4
    raw, rows, before = zlib.decompress(body), [], bytearray(width * step)
    for y in range(height):
        start = y * (width * step + 1)
        method, row = raw[start], bytearray(raw[start + 1:start + 1 + width * step])
        for i in range(len(row)):
            a = row[i - step] if i >= step else 0
            b, c = before[i], before[i - step] if i >= step else 0
            if method == 1:
                row[i] = (row[i] + a) & 255
            elif method == 2:
                row[i] = (row[i] + b) & 255
            elif method == 3:
                row[i] = (row[i] + (a + b) // 2) & 255
            elif method == 4:
                pa, pb, pc = abs(b - c), abs(a - c), abs(a + b - 2 * c)
                best = a if pa <= pb and pa <= pc else b if pb <= pc else c
                row[i] = (row[i] + best) & 255
        rows.append(bytes(row[i] for i in range(len(row)) if i % step < 3))
        before = row
    return width, height, b"".join(rows)


def difference(a, b):
    """Mean difference of a number from 0 to 255; 255 where the sizes differ."""
    if a[:2] != b[:2]:
        return 255.0
    return sum(abs(x - y) for x, y in zip(a[2], b[2])) / len(a[2])


def main():
    if sys.argv[1:] == ["--self-test"]:
        grey, black = (2, 1, bytes([128] * 6)), (2, 1, bytes(6))
        good = difference(grey, grey) == 0 and difference(grey, black) > 1.0
        good = good and difference(grey, (1, 2, bytes([128] * 6))) == 255
        print("compare: other pictures are told" if good else "compare: FAILED")
        return 0 if good else 1
    shot, expected = (decode(open(name, "rb").read()) for name in sys.argv[1:3])
    by = difference(shot, expected)
    print(f"compare: the pictures differ by {by:.3f} of 255 in the mean")
    return 0 if by < 1.0 else 1


if __name__ == "__main__":
    sys.exit(main())
