import type { Type } from "./op.ts";

/** Whether a value of an item can stand for a type. Pictures and what is made of them are no item's to give. */
export function itemValueFits(value: unknown, type: Type): boolean {
  switch (type) {
    case "point":
      return isPoint(value);
    case "points":
    case "path":
      return Array.isArray(value) && value.every(isPoint);
    case "number":
      return Number.isFinite(value);
    case "integer":
      return Number.isInteger(value);
    case "numbers":
      return Array.isArray(value) && value.every(Number.isFinite);
    case "boolean":
      return typeof value === "boolean";
    case "label":
    case "text":
      return typeof value === "string";
    case "labels":
    case "candidates":
      return Array.isArray(value) && value.every((label) => typeof label === "string");
    default:
      return false;
  }
}

function isPoint(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
}
