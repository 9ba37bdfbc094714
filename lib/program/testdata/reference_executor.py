"""The canvas arm's language under CPython 3.11 itself: an independent reading of the specification, as an oracle.

Reads one JSON object a line, {"code": TEXT}, and writes one: status, error {type, line}, the cells as hex, and the
drawing calls. Runs programs in this very process, without any protection: for programs that the tests wrote, only.

reference_executor.py bench      reads a list of programs, one line; then runs them all for each further line, and
                                 writes the seconds that took
"""

import ast
import json
import math
import sys
import time
import unicodedata
import warnings

PALETTE = dict(
    white="ffffff", black="141414", red="d23232", blue="3264d2", green="32a032", yellow="f0dc32",
    orange="f08c28", purple="8c3ca0", teal="28a0a0", pink="f0a0be", navy="1e2864", brown="8c5a32",
    gray="8c8c8c", grey="8c8c8c", light_gray="d2d2d2", dark_gray="505050", dark_grey="505050", gold="e6b422",
    light_blue="add8e6", dark_blue="1e3c8c", dark_navy="0f1432", sky_blue="87ceeb", dark_green="1e641e",
    dark_red="8c1e1e", coral="ff7f50", beige="e6d2aa", light_brown="be8c5a", dark_brown="5a3719",
    dark_purple="50236e", dark_orange="d26e14",
)
PALETTE = {name: int(value, 16) for name, value in PALETTE.items()}
HEX = set("0123456789abcdefABCDEF")


def number(x):
    if isinstance(x, int):
        return int(x)
    if isinstance(x, float):
        if math.isfinite(x):
            return x
        raise ValueError("a coordinate must be finite")
    raise TypeError("a coordinate must be a number")


def cell(x):
    return x if isinstance(x, int) else math.floor(x + 0.5)


def color_of(c):
    if isinstance(c, str):
        if c in PALETTE:
            return PALETTE[c]
        digits = c[1:]
        if c[:1] == "#" and set(digits) <= HEX:
            if len(digits) in (6, 8):
                return int(digits[:6], 16)
            if len(digits) == 3:
                return int("".join(d * 2 for d in digits), 16)
        raise ValueError("no such color")
    if isinstance(c, int):
        if 0 <= c <= 0xFFFFFFFF:
            return c & 0xFFFFFF
        raise ValueError("color out of range")
    if isinstance(c, (tuple, list)):
        if len(c) not in (3, 4):
            raise ValueError("a color has 3 or 4 channels")
        value = 0
        for channel in c[:3]:
            if not isinstance(channel, (int, float)):
                raise TypeError("a channel must be a number")
            if isinstance(channel, float):
                if not math.isfinite(channel):
                    raise ValueError("a channel must be finite")
                channel = math.floor(channel + 0.5)
            value = value << 8 | min(255, max(0, channel))
        return value
    raise TypeError("no color")


class Canvas:
    __slots__ = ("_rows", "_cols", "_cells", "_calls")

    def __init__(self, rows=24, cols=24):
        for name, value in (("_rows", rows), ("_cols", cols), ("_calls", []),
                            ("_cells", [[0xFFFFFF] * cols for _ in range(rows)])):
            object.__setattr__(self, name, value)

    def __setattr__(self, name, value):
        raise AttributeError(name)

    def __delattr__(self, name):
        raise AttributeError(name)

    rows = property(lambda self: self._rows)
    cols = property(lambda self: self._cols)

    def fill(self, color):
        color = color_of(color)
        self._calls.append(("fill", color))
        self._cells[:] = [[color] * self._cols for _ in range(self._rows)]

    def set_pixel(self, r, c, color):
        r, c, color = number(r), number(c), color_of(color)
        self._calls.append(("set_pixel", r, c, color))
        self._plot(cell(r), cell(c), color)

    def rect(self, r, c, h, w, color, fill=True):
        r, c, h, w, color, fill = number(r), number(c), number(h), number(w), color_of(color), bool(fill)
        self._calls.append(("rect", r, c, h, w, color, fill))
        top, left = cell(r), cell(c)
        bottom, right = top + cell(h) - 1, left + cell(w) - 1
        if bottom < top or right < left:
            return
        for row in range(max(top, 0), min(bottom, self._rows - 1) + 1):
            if fill or row == top or row == bottom:
                self._span(row, left, right, color)
            else:
                self._plot(row, left, color)
                self._plot(row, right, color)

    def circle(self, cr, cc, radius, color, fill=True):
        cr, cc, radius, color, fill = number(cr), number(cc), number(radius), color_of(color), bool(fill)
        self._calls.append(("circle", cr, cc, radius, color, fill))
        row, col, q = cell(cr), cell(cc), cell(radius)
        if q < 0 or row + q < 0 or row - q >= self._rows or col + q < 0 or col - q >= self._cols:
            return
        if q > 4096:
            return self._huge_circle(row, col, q, color, fill)
        x, y, e = q, 0, 1 - q
        while x >= y:
            for r, half in ((row - y, x), (row + y, x), (row - x, y), (row + x, y)):
                if 0 <= r < self._rows:
                    if fill:
                        self._span(r, col - half, col + half, color)
                    else:
                        self._plot(r, col - half, color)
                        self._plot(r, col + half, color)
            y += 1
            if e < 0:
                e += 2 * y + 1
            else:
                x -= 1
                e += 2 * (y - x) + 1

    def _huge_circle(self, row, col, q, color, fill):
        # A walk that starts near the canvas. At every step of the midpoint circle, x is the largest number with
        # x * x - x < q * q - y * y, so the walk can be entered at any y.
        def x_at(y):
            room = q * q - y * y
            return 0 if room <= 0 else (1 + math.isqrt(4 * room - 3)) // 2

        def both(r, half):
            if 0 <= r < self._rows:
                if fill:
                    self._span(r, col - half, col + half, color)
                else:
                    self._plot(r, col - half, color)
                    self._plot(r, col + half, color)

        for r in range(self._rows):  # rows as row +- y
            y = abs(r - row)
            x = x_at(y) if y <= q else -1
            if x >= y:
                both(r, x)
        if fill:  # rows as row +- x: the widest y of each
            for r in range(self._rows):
                x = abs(r - row)
                low, high = -1, q
                while low < high:
                    middle = (low + high + 1) // 2
                    if x_at(middle) >= middle and x_at(middle) >= x:
                        low = middle
                    else:
                        high = middle - 1
                if low >= 0 and x_at(low) == x:
                    both(r, low)
        else:  # columns as col +- y
            for c in range(self._cols):
                y = abs(c - col)
                x = x_at(y) if y <= q else -1
                if x >= y:
                    self._plot(row - x, c, color)
                    self._plot(row + x, c, color)

    def line(self, r1, c1, r2, c2, color):
        r1, c1, r2, c2, color = number(r1), number(c1), number(r2), number(c2), color_of(color)
        self._calls.append(("line", r1, c1, r2, c2, color))
        self._line(cell(r1), cell(c1), cell(r2), cell(c2), color)

    def poly(self, points, color, fill=True):
        corners = []
        for p in points:
            r, c = p
            corners.append((number(r), number(c)))
        if len(corners) < 3:
            raise ValueError("a polygon has at least 3 points")
        color, fill = color_of(color), bool(fill)
        self._calls.append(("poly", corners, color, fill))
        corners = [(cell(r), cell(c)) for r, c in corners]
        edges = [(*a, *b) for a, b in zip(corners, corners[1:] + corners[:1])]
        if fill:
            for row in range(self._rows):
                crossings = []
                for r1, c1, r2, c2 in edges:
                    if min(r1, r2) <= row < max(r1, r2):
                        above, below = (row - r1) * (c2 - c1), r2 - r1
                        if below < 0:
                            above, below = -above, -below
                        crossings.append((c1, above, below))
                # columns, exactly: a crossing is c1 + above / below
                floors = sorted((c1 + above // below, above % below / below if below < 2**50 else
                                 (above % below) * 2**60 // below / 2**60, c1 + -(-above // below))
                                for c1, above, below in crossings)
                for first, second in zip(floors[::2], floors[1::2]):
                    self._span(row, first[2], second[0], color)
        for edge in edges:
            self._line(*edge, color)

    def _plot(self, r, c, color):
        if 0 <= r < self._rows and 0 <= c < self._cols:
            self._cells[r][c] = color

    def _span(self, r, left, right, color):
        left, right = max(left, 0), min(right, self._cols - 1)
        if left <= right:
            self._cells[r][left:right + 1] = [color] * (right - left + 1)

    def _line(self, r1, c1, r2, c2, color):
        dr, dc = abs(r2 - r1), abs(c2 - c1)
        if max(dr, dc) > 4096:
            return self._long_line(r1, c1, r2, c2, dr, dc, color)
        sr, sc = 1 if r2 > r1 else -1, 1 if c2 > c1 else -1
        e = dc - dr
        r, c = r1, c1
        while True:
            self._plot(r, c, color)
            if r == r2 and c == c2:
                return
            e2 = 2 * e
            if e2 > -dr:
                e -= dr
                c += sc
            if e2 < dc:
                e += dc
                r += sr

    def _long_line(self, r1, c1, r2, c2, dr, dc, color):
        # Steps along the longer side are certain; along the shorter, k steps of the longer bring
        # ceil(k * shorter / longer - 1 / 2), since a step is taken once the line has passed the middle.
        if dc >= dr:
            for c in range(self._cols):
                if min(c1, c2) <= c <= max(c1, c2):
                    steps = -((dc - 2 * abs(c - c1) * dr) // (2 * dc))
                    self._plot(r1 + steps if r2 > r1 else r1 - steps, c, color)
        else:
            for r in range(self._rows):
                if min(r1, r2) <= r <= max(r1, r2):
                    steps = -((dr - 2 * abs(r - r1) * dc) // (2 * dr))
                    self._plot(r, c1 + steps if c2 > c1 else c1 - steps, color)


OFFERED = """abs all any bool dict divmod enumerate filter float int isinstance len list map max min next iter pow range
reversed round set sorted str sum tuple zip Exception ValueError TypeError IndexError KeyError
ZeroDivisionError""".split()
BUILTINS = {name: getattr(__builtins__, name) for name in OFFERED}

FORBIDDEN_NAMES = set("""print input open exec eval compile globals locals vars dir getattr setattr delattr type object
super memoryview bytes bytearray help breakpoint id hash""".split())
ALLOWED_NODES = {getattr(ast, name) for name in """Module Expr Assign AugAssign AnnAssign If For While FunctionDef Return Pass
Break Continue Delete Assert Raise Try ExceptHandler Global Nonlocal Constant JoinedStr FormattedValue List Tuple Dict Set
ListComp SetComp DictComp GeneratorExp comprehension UnaryOp BinOp BoolOp Compare IfExp Lambda NamedExpr Subscript Slice
Call keyword Starred Attribute Name arguments arg Load Store Del And Or Not Invert UAdd USub Add Sub Mult Div FloorDiv Mod
Pow MatMult LShift RShift BitOr BitXor BitAnd Eq NotEq Lt LtE Gt GtE Is IsNot In NotIn""".split()}


def offence(tree):
    for node in ast.walk(tree):
        kind = node.__class__
        if kind not in ALLOWED_NODES:
            return kind.__name__
        if kind is ast.Name:
            names = (node.id,)
        elif kind is ast.Attribute:
            names = (node.attr,) if node.attr.startswith("__") else ()
        elif kind is ast.FunctionDef:
            if node.decorator_list:
                return "@"
            names = (node.name,)
        elif kind is ast.arg:
            names = (node.arg,)
        elif kind is ast.ExceptHandler:
            names = (node.name or "",)
        elif kind is ast.keyword:
            names = (node.arg,) if (node.arg or "").startswith("__") else ()
        elif kind in (ast.Global, ast.Nonlocal):
            names = node.names
        elif kind is ast.Constant:
            if node.value.__class__ in (bytes, complex, type(...)):
                return node.value.__class__.__name__
            continue
        else:
            continue
        for name in names:
            if name in FORBIDDEN_NAMES or name.startswith("__"):
                return name
    return None


def execute(code):
    """Returns status, error or None, and the canvas."""
    canvas = Canvas()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(code, "<program>")
            compiled = compile(tree, "<program>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError) as error:
        return "syntax_error", {"type": error.__class__.__name__, "line": getattr(error, "lineno", None)}, canvas
    if not tree.body:
        return "empty", None, canvas
    name = offence(tree)
    if name is not None:
        return "forbidden", {"type": name, "line": None}, canvas
    scope = {"__builtins__": BUILTINS, "canvas": canvas, "math": math, "__name__": "program"}
    try:
        exec(compiled, scope)
        render = scope.get("render")
        if not canvas._calls and render.__class__ is execute.__class__:
            render(canvas)
    except Exception as error:
        line, trace = None, error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == "<program>":
                line = trace.tb_lineno
            trace = trace.tb_next
        return "runtime_error", {"type": error.__class__.__name__, "line": line}, canvas
    return "ok", None, canvas


def calls_as_json(calls):
    def plain(x):
        if isinstance(x, bool) or not isinstance(x, int):
            return [plain(y) for y in x] if isinstance(x, (list, tuple)) else x
        return x if abs(x) <= 2**53 else str(x)
    return [plain(call) for call in calls]


def main():
    sys.setrecursionlimit(1000 + 3)  # a program has 1000 frames, its module among them; above it stand three of ours
    if sys.argv[1:2] == ["bench"]:
        codes = json.loads(sys.stdin.readline())
        for _ in iter(sys.stdin.readline, ""):
            start = time.perf_counter()
            for code in codes:
                execute(code)
            print(time.perf_counter() - start, flush=True)
        return
    for line in sys.stdin:
        status, error, canvas = execute(json.loads(line)["code"])
        result = {"status": status, "error": error}
        if status == "ok":
            result["cells"] = "".join(f"{value:06x}" for row in canvas._cells for value in row)
            result["calls"] = len(canvas._calls)
        print(json.dumps(result), flush=False)


main()
