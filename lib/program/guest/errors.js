/**
 * Exceptions: the built-in classes, raising, and what an error of the engine means to a program.
 *
 * Where an exception was raised is read from the engine's own stack, so a program pays for line numbers only when
 * it raises. `skip` is 1 where the innermost frame of the program had not begun to run (its arguments did not fit).
 */
import { Exc, hidden, K_EXCEPTION, K_TYPE, N, typeName } from "./values.js";
import { d, dead, handled, outOfMemory, setFrames, Stop } from "./state.js";
import { repr, toStr } from "./text.js";

export const exceptionClasses = Object.create(null);

export function exceptionClass(name, base) {
  const cls = (...a) => makeException(cls, a);
  hidden(cls, "k", K_TYPE);
  cls.pn = name;
  cls.base = base;
  cls.exception = true;
  exceptionClasses[name] = cls;
  return cls;
}

export function makeException(cls, a) {
  return new Exc(cls, a);
}

export const BaseException_ = exceptionClass("BaseException", undefined);
export const Exception_ = exceptionClass("Exception", BaseException_);
export const ArithmeticError_ = exceptionClass("ArithmeticError", Exception_);
export const LookupError_ = exceptionClass("LookupError", Exception_);
export const AssertionError_ = exceptionClass("AssertionError", Exception_);
export const AttributeError_ = exceptionClass("AttributeError", Exception_);
export const IndexError_ = exceptionClass("IndexError", LookupError_);
export const KeyError_ = exceptionClass("KeyError", LookupError_);
export const NameError_ = exceptionClass("NameError", Exception_);
export const OverflowError_ = exceptionClass("OverflowError", ArithmeticError_);
export const RuntimeError_ = exceptionClass("RuntimeError", Exception_);
export const RecursionError_ = exceptionClass("RecursionError", RuntimeError_);
export const StopIteration_ = exceptionClass("StopIteration", Exception_);
export const TypeError_ = exceptionClass("TypeError", Exception_);
export const UnboundLocalError_ = exceptionClass("UnboundLocalError", NameError_);
export const ValueError_ = exceptionClass("ValueError", Exception_);
export const UnicodeEncodeError_ = exceptionClass("UnicodeEncodeError", ValueError_);
export const ZeroDivisionError_ = exceptionClass("ZeroDivisionError", ArithmeticError_);
export const GeneratorExit_ = exceptionClass("GeneratorExit", BaseException_);

export function isSubclass(cls, base) {
  for (let c = cls; c !== undefined; c = c.base) if (c === base) return true;
  return false;
}

/** A new exception that is about to be thrown here. */
export function exc(cls, ...args) {
  const e = new Exc(cls, args);
  e.stack = new Error().stack;
  return e;
}
export const typeError = (message) => exc(TypeError_, message);
export const valueError = (message) => exc(ValueError_, message);

/** `raise value` and `raise value from cause` : what to throw. */
export function RA(value, cause) {
  const e = asException(value, "exceptions must derive from BaseException");
  if (cause !== undefined && cause !== N) {
    e.cause = asException(cause, "exception causes must derive from BaseException");
  }
  if (e.stack === undefined) e.stack = new Error().stack;
  return e;
}
function asException(value, message) {
  if (value.k === K_EXCEPTION) return value;
  if (value.k === K_TYPE && value.exception) return value();
  throw typeError(message);
}

/** Anything caught, as an exception of the program; what the program must not see goes on. */
export function X(e) {
  if (e instanceof Exc) return e;
  if (e instanceof Stop || dead) throw e;
  return fromEngine(e);
}

export function fromEngine(e) {
  if (e === null) outOfMemory(); // not even an error could be made
  const message = String(e.message);
  let converted;
  if (e instanceof RangeError && message !== "Maximum call stack size exceeded") outOfMemory();
  if (message === "out of memory" || message.includes("string too long")) outOfMemory();
  if (message === "stack overflow" || message === "Maximum call stack size exceeded") {
    converted = new Exc(RecursionError_, ["maximum recursion depth exceeded"]);
  } else if (e instanceof TypeError && (message === "not a function" || message.endsWith("not a function"))) {
    converted = new Exc(TypeError_, ["object is not callable"]);
  } else {
    converted = new Exc(TypeError_, [message]);
    converted.internal = message;
  }
  converted.stack = String(e.stack);
  return converted;
}

/** Whether a caught exception is of the class, or one of the tuple of classes, after `except`. */
export function EM(e, test) {
  if (test.k === K_TYPE && test.exception) return isSubclass(e.c, test);
  if (Array.isArray(test)) {
    for (const t of test) {
      if (t.k !== K_TYPE || !t.exception) {
        throw typeError("catching classes that do not inherit from BaseException is not allowed");
      }
    }
    return test.some((t) => isSubclass(e.c, t));
  }
  throw typeError("catching classes that do not inherit from BaseException is not allowed");
}

/** Reading a name that is bound nowhere, or not yet, or no longer. */
export function NE(name) {
  throw exc(NameError_, `name '${name}' is not defined`);
}
export function UE(name) {
  throw exc(
    UnboundLocalError_,
    `cannot access local variable '${name}' where it is not associated with a value`,
  );
}
export function FE(name) {
  throw exc(
    NameError_,
    `cannot access free variable '${name}' where it is not associated with a value in enclosing scope`,
  );
}
/** The 1,000th frame. */
export function RE() {
  const e = exc(RecursionError_, "maximum recursion depth exceeded");
  e.skip = 1;
  throw e;
}
/** A function's frame that must not begin. */
export function RF() {
  setFrames(d - 1);
  RE();
}
/** `raise` alone, outside its handler. */
export function RR() {
  return handled.length > 0
    ? handled[handled.length - 1]
    : exc(RuntimeError_, "No active exception to reraise");
}
/** `assert` failed. */
export function AE(message) {
  return message === undefined ? exc(AssertionError_) : exc(AssertionError_, message);
}

/** `str(e)`. */
export function exceptionText(e) {
  if (e.args.length === 0) return "";
  if (e.args.length === 1) return e.c === KeyError_ ? repr(e.args[0]) : toStr(e.args[0]);
  return repr(e.args);
}

/** A description for people that calls nothing of the program. */
export function describeException(e) {
  try {
    const text = exceptionText(e);
    return text.length > 20000 ? text.slice(0, 20000) + "…" : text;
  } catch (_) {
    return "";
  }
}
export function frames() {
  return d;
}
export { typeName };
