import type { Expr, Stmt } from "lib/program/mod.ts";

/** Any node of a program's tree, as far as a walk looks at it. */
export type SyntaxNode = Stmt | Expr;

/**
 * Every node below some nodes, and they themselves, in the order of the tree's fields.
 *
 * @param options.closed Node types that are listed but not entered. @param options.from Nodes that end at or before
 * this offset are left out with all they hold.
 */
export function syntaxNodes(
  nodes: readonly SyntaxNode[],
  options: { closed?: readonly SyntaxNode["type"][]; from?: number } = {},
): SyntaxNode[] {
  const { closed = [], from = -1 } = options;
  const found: SyntaxNode[] = [];
  const visit = (value: unknown) => {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      for (const one of value) visit(one);
      return;
    }
    const node = value as SyntaxNode;
    if (typeof node.start === "number") {
      if (node.end <= from) return;
      if (typeof node.type === "string") found.push(node);
      if (closed.includes(node.type)) return;
    }
    for (const name in node) visit(node[name as keyof SyntaxNode]);
  };
  visit(nodes);
  return found;
}
