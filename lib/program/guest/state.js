/**
 * The registers every part of the guest shares with the code made from a program. The files of this folder are
 * joined into one script, so a translated program reads and writes these names directly; nothing else is mutable
 * between programs, and `reset` sets all of it back.
 */

/** Steps so far. */
export let s = 0;
/** Frames of the program now active, its module not counted. */
export let d = 0;
/** True once a limit has been passed: no `finally` of the program may run any more. */
export let dead = false;
/** True once a string can hold a surrogate, so that UTF-16 units and code points differ. */
export let wide = false;
/** The exceptions being handled, innermost last; kept only for programs with a `raise` outside its handler. */
export let handled = [];
/** What tuples, strings and other foreign bodies are called in a `Map` of identities. */
export let identities = new Map();

export const STEP_LIMIT = 1000000;
export const FRAME_LIMIT = 999;

/** Thrown past every handler of the program. */
export class Stop {
  constructor(status) {
    this.status = status;
  }
}

export function resetState() {
  s = 0;
  d = 0;
  dead = false;
  wide = false;
  handled = [];
  identities = new Map();
}

/** Ends the program past all its handlers. */
export function stop(status) {
  dead = true;
  throw new Stop(status);
}
/** Ends the program as out of steps. */
export function T() {
  stop("timeout");
}

/** Ends the program as out of memory. */
export function outOfMemory() {
  stop("memory");
}

export function tick() {
  if (++s > STEP_LIMIT) T();
}

export function becomeWide() {
  wide = true;
}

export function setFrames(depth) {
  d = depth;
}
