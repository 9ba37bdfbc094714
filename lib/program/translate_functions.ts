/** Functions and lambdas. */
import type { Arg, Arguments, Expr } from "./ast.ts";
import { expression, integer } from "./translate_expressions.ts";
import type { Scope } from "./scope.ts";
import type { Writer } from "./translate_context.ts";

/**
 * The code of a function value. `body` writes its statements in the new frame.
 *
 * Parameters come in order with one more at the end, which must stay undefined: it notices surplus arguments, as the
 * last required one notices missing ones.
 */
export function openFunction(
  name: string,
  args: Arguments,
  scope: Scope,
  w: Writer,
  body: () => void,
): string {
  const positional = [...args.posonlyargs, ...args.args];
  const required = positional.length - args.defaults.length;
  const outside: [string, string][] = [];
  // Defaults are evaluated once, where the function is made; those that are not constants become variables around it.
  const fallback = (e: Expr): string => {
    if (isConstant(e)) return expression(e, w);
    const variable = `e${outside.length + 1}`;
    outside.push([variable, expression(e, w)]);
    return variable;
  };
  const defaults = args.defaults.map(fallback);
  const keywordDefaults = args.kw_defaults.map((e) => e === null ? null : fallback(e));

  const frame = w.enter(scope);
  const { vararg, kwarg, kwonlyargs } = args;
  const local = (a: Arg) => w.localName(a.arg);
  const list = positional.map(local);
  for (const a of [...positional, ...kwonlyargs]) w.bind(a.arg);
  const code = w.capture(() => {
    const last = required > 0 ? `${local(positional[required - 1])}===undefined` : "";
    if (vararg === null) w.write(last === "" ? "x!==undefined&&AR();" : `(${last}||x!==undefined)&&AR();`);
    else if (last !== "") w.write(`${last}&&AR();`);
    defaults.forEach((d, i) => {
      const p = local(positional[required + i]);
      w.write(`${p}===undefined&&(${p}=${d});`);
    });
    if (vararg !== null) w.bind(vararg.arg);
    if (kwonlyargs.length > 0 || kwarg !== null) {
      w.write("var k=KQ();");
      kwonlyargs.forEach((a, i) => {
        const d = keywordDefaults[i];
        w.write(`var ${local(a)}=k[${w.string(a.arg)}]${d === null ? "" : `??${d}`};`);
        if (d === null) w.write(`${local(a)}===undefined&&AR();`);
      });
      if (kwarg !== null) {
        w.bind(kwarg.arg);
        const named = kwonlyargs.map((a) => "," + w.string(a.arg)).join("");
        w.write(`var ${local(kwarg)}=KD(k${named});`);
      }
    }
    w.write("++d>999&&RF();");
    body();
  });
  const parameters = new Set([...positional, ...kwonlyargs, vararg, kwarg].map((a) => a?.arg));
  const names = [...scope.locals].filter((n) => !parameters.has(n)).map((n) => w.localName(n));
  names.push(...w.temporaries());
  void frame;
  w.leave();
  if (vararg === null) list.push("x");
  else list.push(`...${local(vararg)}`);
  const declared = names.length > 0 ? `var ${names.join()};` : "";
  const described = [
    name,
    positional.map((a) => a.arg).join(),
    args.posonlyargs.length,
    required,
    kwonlyargs.map((a) => a.arg).join(),
    vararg === null ? "" : "v",
    kwarg === null ? "" : "k",
  ].join("|").replace(/\|+$/, "");
  const f = `DF((${list.join()})=>{${declared}${code}},${JSON.stringify(described)})`;
  if (outside.length === 0) return f;
  return `((${outside.map(([v]) => v).join()})=>${f})(${outside.map(([, c]) => c).join()})`;
}

function isConstant(e: Expr): boolean {
  return e.type === "Int" || e.type === "Str" || e.type === "True" || e.type === "False" ||
    e.type === "None" ||
    (e.type === "UnaryOp" && e.op === "-" && e.operand.type === "Int");
}
export { integer };
