"""PIoU with Shapely 2, the peer of score_bench.ts: circles as polygons of 64 segments.

Reads {"attempts": [{parts, primitives, minOverlap, rows, cols}], "runs": n} from standard input and writes
{"plain": {"rates": [...], "scores": [...]}, "vector": {...}, "versions": ...}: attempts a second of each run.
`plain` is the loop one would write; `vector` takes all attempts at once and uses Shapely's array functions wherever it can.
"""
import json
import sys
import time

import numpy as np
import shapely
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union

TOL = 1e-9


def shape(p):
    kind = p["kind"]
    if kind == "set_pixel":
        return box(p["c"], p["r"], p["c"] + 1, p["r"] + 1)
    if kind == "rect":
        r, c, h, w = p["r"], p["c"], p["h"], p["w"]
        if h <= 0 or w <= 0:
            return Polygon()
        outer = box(c, r, c + w, r + h)
        if p.get("fill", True) or h <= 2 or w <= 2:
            return outer
        return outer.difference(box(c + 1, r + 1, c + w - 1, r + h - 1))
    if kind == "circle":
        if p["radius"] < 0:
            return Polygon()
        centre = Point(p["cc"] + 0.5, p["cr"] + 0.5)
        disc = centre.buffer(p["radius"] + 0.5, quad_segs=16)
        if p.get("fill", True) or p["radius"] <= 0.5:
            return disc
        return disc.difference(centre.buffer(p["radius"] - 0.5, quad_segs=16))
    if kind == "line":
        return stroke(p["r1"], p["c1"], p["r2"], p["c2"])
    if kind == "poly":
        points = p["points"]
        if not p.get("fill", True):
            ring = points + points[:1]
            return unary_union([stroke(*a, *b) for a, b in zip(ring, ring[1:])])
        polygon = Polygon([(c + 0.5, r + 0.5) for r, c in points])
        return polygon if polygon.is_valid else shapely.make_valid(polygon)
    return Polygon()


def stroke(r1, c1, r2, c2):
    if r1 == r2 and c1 == c2:
        return box(c1, r1, c1 + 1, r1 + 1)
    return LineString([(c1 + 0.5, r1 + 0.5), (c2 + 0.5, r2 + 0.5)]).buffer(0.5, cap_style="square")


def choose(ratios, areas, least):
    largest = max(ratios)
    if largest <= TOL or largest < least - TOL:
        return None
    tied = [i for i, ratio in enumerate(ratios) if ratio >= largest - TOL]
    smallest = min(areas[i] for i in tied)
    return next(i for i in tied if areas[i] <= smallest + TOL)


def plain(attempt):
    canvas = box(0, 0, attempt["cols"], attempt["rows"])
    whole = canvas.area
    parts = [shape(p).intersection(canvas) for p in attempt["parts"]]
    drawn = [shape(p).intersection(canvas) for p in attempt["primitives"]]
    areas = [part.area / whole for part in parts]
    given = [[] for _ in parts]
    stray = []
    for g in drawn:
        area = g.area
        if area / whole <= TOL:
            continue
        part = choose([g.intersection(r).area / area for r in parts], areas, attempt["minOverlap"])
        (stray if part is None else given[part]).append(g)
    iou = []
    for r, own in zip(parts, given):
        if not own:
            iou.append(0.0)
            continue
        g = unary_union(own)
        iou.append(r.intersection(g).area / r.union(g).area)
    everything = unary_union([g for own in given for g in own] + stray)
    over = unary_union(stray).difference(unary_union(parts)).area if stray else 0.0
    mean = sum(iou) / len(iou)
    return mean, mean * (1 - (over / everything.area if everything.area > 0 else 0))


def shapes_of(primitives):
    """All shapes of all attempts, the common kinds in one call each."""
    shapes = np.array([None] * len(primitives), dtype=object)
    boxes, at_box, discs, at_disc, bars, at_bar = [], [], [], [], [], []
    for k, p in enumerate(primitives):
        kind, solid = p["kind"], p.get("fill", True)
        if kind == "set_pixel":
            boxes.append((p["c"], p["r"], p["c"] + 1, p["r"] + 1))
            at_box.append(k)
        elif kind == "rect" and solid and p["h"] > 0 and p["w"] > 0:
            boxes.append((p["c"], p["r"], p["c"] + p["w"], p["r"] + p["h"]))
            at_box.append(k)
        elif kind == "circle" and solid and p["radius"] >= 0:
            discs.append((p["cc"] + 0.5, p["cr"] + 0.5, p["radius"] + 0.5))
            at_disc.append(k)
        elif kind == "line":
            bars.append((p["c1"] + 0.5, p["r1"] + 0.5, p["c2"] + 0.5, p["r2"] + 0.5))
            at_bar.append(k)
        else:
            shapes[k] = shape(p)
    if boxes:
        shapes[at_box] = shapely.box(*np.array(boxes, dtype=float).T)
    if discs:
        x, y, r = np.array(discs, dtype=float).T
        shapes[at_disc] = shapely.buffer(shapely.points(x, y), r, quad_segs=16)
    if bars:
        ends = np.array(bars, dtype=float)
        a, d = ends[:, :2], ends[:, 2:] - ends[:, :2]
        length = np.hypot(d[:, 0], d[:, 1])[:, None]
        u = 0.5 * np.where(length > 0, d / np.where(length > 0, length, 1), [1.0, 0.0])
        v = u[:, ::-1] * [-1, 1]
        b = ends[:, 2:]
        shapes[at_bar] = shapely.polygons(np.stack([a - u - v, a - u + v, b + u + v, b + u - v], axis=1))
    return shapes


def vector(attempts):
    """All attempts at once: one array call for every shape, every overlap and every part's score."""
    counts = [(len(a["parts"]), len(a["primitives"])) for a in attempts]
    shapes = shapes_of([p for a in attempts for p in a["parts"] + a["primitives"]])
    size = np.array([(a["cols"], a["rows"]) for a in attempts], dtype=float).repeat([n + m for n, m in counts], axis=0)
    bounds = shapely.bounds(shapes)
    out = np.flatnonzero(~((bounds[:, :2] >= 0).all(axis=1) & (bounds[:, 2:] <= size).all(axis=1)))
    shapes[out] = shapely.intersection(shapes[out], shapely.box(0, 0, size[out, 0], size[out, 1]))
    bounds = shapely.bounds(shapes)
    area = shapely.area(shapes)
    share = area / (size[:, 0] * size[:, 1])

    left, right = [], []
    start = 0
    for n, m in counts:
        part = np.arange(start, start + n)
        drawn = np.arange(start + n, start + n + m)
        left.append(np.repeat(drawn, n))
        right.append(np.tile(part, m))
        start += n + m
    left, right = np.concatenate(left), np.concatenate(right)
    near = np.flatnonzero((bounds[left, :2] < bounds[right, 2:]).all(axis=1) & (bounds[right, :2] < bounds[left, 2:]).all(axis=1))
    shared = np.zeros(len(left))
    shared[near] = shapely.area(shapely.intersection(shapes[left[near]], shapes[right[near]]))
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = (shared / area[left]).tolist()

    groups, group_part, strays, start, pair = [], [], [], 0, 0
    share_list = share.tolist()
    for k, (a, (n, m)) in enumerate(zip(attempts, counts)):
        areas = share_list[start:start + n]
        given, stray = {}, []
        for j in range(start + n, start + n + m):
            if share_list[j] > TOL:
                part = choose(ratio[pair:pair + n], areas, a["minOverlap"])
                (stray if part is None else given.setdefault(start + part, [])).append(j)
            pair += n
        for part, own in given.items():
            groups.append(shapes[own[0]] if len(own) == 1 else shapely.union_all(shapes[own]))
            group_part.append(part)
        if stray:
            strays.append((k, start, n, m, stray))
        start += n + m
    groups = np.array(groups, dtype=object)
    both = shapely.area(shapely.intersection(groups, shapes[group_part]))
    iou = np.zeros(len(shapes))
    iou[group_part] = both / (shapely.area(groups) + area[group_part] - both)
    scores, start = [], 0
    for n, m in counts:
        mean = float(iou[start:start + n].mean())
        scores.append((mean, mean))
        start += n + m
    for k, start, n, m, stray in strays:
        drawn = shapes[start + n:start + n + m]
        total = shapely.area(shapely.union_all(drawn[share[start + n:start + n + m] > TOL]))
        over = shapely.area(shapely.difference(shapely.union_all(shapes[stray]), shapely.union_all(shapes[start:start + n])))
        scores[k] = (scores[k][0], scores[k][0] * (1 - over / total))
    return scores


def main():
    job = json.load(sys.stdin)
    attempts = job["attempts"]
    result = {"versions": f"Python {sys.version.split()[0]}, Shapely {shapely.__version__}, GEOS {shapely.geos_version_string}"}
    for name, score in (("plain", lambda all: [plain(a) for a in all]), ("vector", vector)):
        rates = []
        for _ in range(job["runs"]):
            start = time.perf_counter()
            scores = score(attempts)
            rates.append(len(attempts) / (time.perf_counter() - start))
        result[name] = {"rates": rates, "scores": scores}
    json.dump(result, sys.stdout)


main()
