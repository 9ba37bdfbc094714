import type { Component } from "../picture/components.ts";
import type { Gray, Mask, Picture, Point } from "../picture/picture.ts";

/** A cell of a grid of rows x cols, from 0 on. */
export interface GridCell {
  readonly row: number;
  readonly col: number;
  readonly cols: number;
}

/** What a value of each type is while a parser runs. */
export interface Values {
  image: Picture;
  gray: Gray;
  mask: Mask;
  components: readonly Component[];
  component: Component;
  point: Point;
  points: readonly Point[];
  path: readonly Point[];
  cell: GridCell;
  number: number;
  integer: number;
  numbers: readonly number[];
  label: string;
  labels: readonly string[];
  boolean: boolean;
  text: string;
  candidates: readonly string[];
}

/** The types of values that ops take and give. */
export type Type = keyof Values;

/** Why a picture has no valid reading: what a step returns in place of a value. */
export class Failure {
  constructor(readonly reason: string) {}
}

/** Functions that are not part of the suite and may be at hand: a reader of text, an embedder. */
export interface Injected {
  /** Reads the text within a box [x0, y0, x1, y1] in pixels, ends excluded. */
  readonly ocr?: (image: Picture, box: readonly [number, number, number, number]) => string;
  /** How like each candidate the masked part of the image is; the whole image where the mask is null. */
  readonly similarity?: (
    image: Picture,
    mask: Mask | null,
    candidates: readonly string[],
  ) => readonly number[];
}

/** What every op sees besides its inputs: the size of the model's picture, and the functions at hand. */
export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly inject: Injected;
}

/** What a parameter may be. */
export interface Rule<V> {
  /** In words, to follow "must be". */
  readonly rule: string;
  readonly test: (value: unknown) => boolean;
  /** Absent where the parameter must be given. */
  readonly default?: V;
  /** Whether it may be left out though it has no default. */
  readonly optional?: boolean;
}

/** The parameters of an op or a protocol by name. */
// deno-lint-ignore no-explicit-any
export type Rules = Record<string, Rule<any>>;

/** The settled values of parameters. */
export type Settled<R extends Rules> = { [K in keyof R]: R[K] extends Rule<infer V> ? V : never };

/** A typed op: one step of a parser. */
export interface Op {
  readonly name: string;
  readonly takes: readonly Type[];
  /** Whether its one input may be repeated. */
  readonly many: boolean;
  readonly gives: Type;
  readonly params: Rules;
  /** The injected function it calls. */
  readonly needs?: keyof Injected;
  readonly run: (inputs: readonly unknown[], params: Record<string, unknown>, scene: Scene) => unknown;
}

type Inputs<T extends readonly Type[]> = { readonly [K in keyof T]: Values[T[K]] };

/** Declares an op; the types of its inputs, parameters and result follow from the declaration. */
export function op<const T extends readonly Type[], G extends Type, R extends Rules>(
  name: string,
  takes: T,
  gives: G,
  params: R,
  run: (inputs: Inputs<T>, params: Settled<R>, scene: Scene) => Values[G] | Failure,
  { needs }: { needs?: keyof Injected } = {},
): Op {
  return { name, takes, many: false, gives, params, needs, run: run as Op["run"] };
}

/** Declares an op that takes one or more inputs of one type. */
export function opOfMany<T extends Type, G extends Type>(
  name: string,
  takes: T,
  gives: G,
  run: (inputs: readonly Values[T][]) => Values[G] | Failure,
): Op {
  return { name, takes: [takes], many: true, gives, params: {}, run: run as Op["run"] };
}

/** Whether a value of one type may stand where another is asked for: an integer is a number, a path is points. */
export function fits(given: Type, asked: Type): boolean {
  return given === asked || given === "integer" && asked === "number" ||
    given === "path" && asked === "points";
}
