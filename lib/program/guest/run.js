/** The ends of a run: what happens before the first statement, after the last, and when an exception comes out. */
import { Exc, hidden } from "./values.js";
import { describeException, fromEngine } from "./errors.js";
import { d, dead, resetState, s, STEP_LIMIT, Stop, T, tick } from "./state.js";
import { bigs, canvas, configureCanvas, draws, record, RECORD_SIZE, resetCanvas, rn } from "./canvas.js";
import { dropKeywords } from "./calls.js";
import { resetMath } from "./mathmodule.js";
import { finishAttributes, knownNames } from "./attributes.js";
import { resetWork } from "./builtins.js";

/** Called by the host once; gives the names that values have as methods. */
export function CONFIGURE(palette, onFull) {
  configureCanvas(JSON.parse(palette), onFull);
  finishAttributes();
  for (
    const f of [
      Object,
      Array,
      String,
      Number,
      BigInt,
      Boolean,
      Function,
      Map,
      Set,
      Error,
      TypeError,
      RangeError,
      RegExp,
      Symbol,
    ]
  ) {
    Object.freeze(f.prototype);
    Object.freeze(f);
  }
  Object.freeze(Math);
  Object.freeze(JSON);
  return [...knownNames].join();
}
export function recordBuffer() {
  return record.buffer;
}

/** Before a program. */
export function BEGIN(height, width) {
  resetState();
  dropKeywords();
  resetMath();
  resetWork();
  resetCanvas(height, width);
}
/** After a program's body: its `render`, if it drew nothing. */
export function END(render) {
  if (draws === 0 && typeof render === "function" && render.meta !== undefined) {
    tick();
    render(canvas);
  }
  if (s > STEP_LIMIT) T();
}
/** What is left to tell the host after a run that ended well: numbers behind the record, and the digits of `bigs`. */
export function summary() {
  record[RECORD_SIZE] = s;
  record[RECORD_SIZE + 1] = rn;
  record[RECORD_SIZE + 2] = draws;
  record[RECORD_SIZE + 3] = bigs.length;
  return bigs.length === 0 ? 0 : bigs.join();
}
/** What to tell it of one that did not: JSON, with the stack from which the host finds the line. */
export function report(e) {
  const steps = Math.min(s, STEP_LIMIT);
  if (e instanceof Stop) return JSON.stringify({ status: e.status, steps });
  if (s > STEP_LIMIT) return JSON.stringify({ status: "timeout", steps });
  if (!(e instanceof Exc)) {
    try {
      e = fromEngine(e);
    } catch (stop) {
      if (stop instanceof Stop) return JSON.stringify({ status: stop.status, steps, engine: true });
      throw stop;
    }
  }
  return JSON.stringify({
    status: "runtime_error",
    type: e.c.pn,
    message: describeException(e),
    stack: String(e.stack),
    skip: e.skip,
    internal: e.internal,
    steps,
  });
}
export { d, dead, hidden };
