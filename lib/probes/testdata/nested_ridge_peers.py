"""Peers of nestedRidge, on the same file, targets and folds: as one writes it with scikit-learn (a few cells), and a
careful numpy: float32, one Gram matrix and one eigendecomposition a fold, both used for the whole grid."""
import json, multiprocessing, os, resource, sys, time

task = json.load(sys.stdin)
import numpy as np

KS, PENALTIES = task["ks"], np.array(task["penalties"], dtype=np.float32)
OUTER, INNER = task["outer"], task["inner"]
Y = np.array(task["y"], dtype=np.float32)
N = len(Y)


def activations():
    with open(task["path"], "rb") as file:
        length = int.from_bytes(file.read(8), "little")
        shape = json.loads(file.read(length))["residual"]["shape"]
    return np.memmap(task["path"], dtype="<f4", mode="r", offset=8 + length, shape=tuple(shape))


def rest(rows, fold):
    return np.setdiff1d(rows, fold)


def fit(x, train, test):
    z = x[train]
    mean = z.mean(axis=0)
    z -= mean
    scale = np.sqrt(np.einsum("ij,ij->j", z, z) / len(train))
    scale[scale == 0] = 1
    z /= scale
    t = x[test]
    t -= mean
    t /= scale
    values, vectors = np.linalg.eigh(z @ z.T)
    values, vectors = values[::-1][: KS[-1]], vectors[:, ::-1][:, : KS[-1]]
    mean = Y[train].mean(axis=0)
    return values, (t @ z.T) @ vectors, vectors.T @ (Y[train] - mean), mean


def grid_errors(x, train, test):
    values, scores, loads, mean = fit(x, train, test)
    residuals = Y[test] - mean
    errors = np.empty((len(KS), len(PENALTIES)))
    for p, penalty in enumerate(PENALTIES):
        shrunk, done, predicted = scores / (values + penalty), 0, 0
        for i, k in enumerate(KS):
            predicted = predicted + shrunk[:, done:k] @ loads[done:k]
            errors[i, p] = np.square(residuals - predicted).sum()
            done = k
    return errors


def cell_errors(cell):
    layer, position = cell
    x = np.ascontiguousarray(activations()[:, layer, position])
    return [
        sum(grid_errors(x, rest(rest(np.arange(N), test), inner), np.array(inner)) for inner in INNER[o])
        for o, test in enumerate(OUTER)
    ]


def search(errors, cells):
    """Chooses in every outer fold, refits, and scores."""
    predicted = np.empty_like(Y)
    for o, test in enumerate(OUTER):
        table = np.array([cell[o] for cell in errors])
        c, i, p = np.unravel_index(np.argmin(table), table.shape)
        x = np.ascontiguousarray(activations()[:, cells[c][0], cells[c][1]])
        values, scores, loads, mean = fit(x, rest(np.arange(N), test), np.array(test))
        k = KS[i]
        predicted[test] = mean + (scores[:, :k] / (values[:k] + PENALTIES[p])) @ loads[:k]
    return 1 - np.square(Y - predicted).sum() / np.square(Y - Y.mean(axis=0)).sum()


def careful(pool):
    _, layers, positions, _ = activations().shape
    cells = [(layer, position) for layer in range(layers) for position in range(positions)]
    start, used = time.perf_counter(), time.process_time()
    errors = list((pool.imap(cell_errors, cells, chunksize=1) if pool else map(cell_errors, cells)))
    r2 = search(errors, cells)
    return time.perf_counter() - start, time.process_time() - used, float(r2)


def plain(cell):
    from sklearn.decomposition import PCA
    from sklearn.linear_model import Ridge
    from sklearn.model_selection import GridSearchCV
    from sklearn.pipeline import Pipeline
    from sklearn.preprocessing import StandardScaler

    x = np.ascontiguousarray(activations()[:, cell[0], cell[1]])
    steps = [("scale", StandardScaler()), ("pca", PCA(random_state=0)), ("ridge", Ridge())]
    grid = {"pca__n_components": KS, "ridge__alpha": [float(p) for p in PENALTIES]}
    start = time.perf_counter()
    for o, test in enumerate(OUTER):
        train = rest(np.arange(N), test)
        folds = [(np.searchsorted(train, rest(train, inner)), np.searchsorted(train, inner)) for inner in INNER[o]]
        GridSearchCV(Pipeline(steps), grid, cv=folds).fit(x[train], Y[train]).predict(x[test])
    return time.perf_counter() - start


if __name__ == "__main__":
    result = {"numpy": np.__version__}
    if task["mode"] == "threads":
        result["run"] = careful(None)
    elif task["mode"] == "processes":
        with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
            seconds, used, r2 = careful(pool)
            pool.close()
            pool.join()
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        result["run"] = (seconds, used + children.ru_utime + children.ru_stime, r2)
    else:
        import sklearn

        result["sklearn"] = sklearn.__version__
        result["seconds"] = plain((0, 0))
    json.dump(result, sys.stdout)
