"""Reads JSON strings, one a line, and writes what CPython makes of each program: an error's class and line, or its tree.

A tree is written as ast.ts has it: nodes as objects with `type` and `line`, operators in their own spelling, constants
by kind, text as UTF-16 code units, floats as the hexadecimal of their eight bytes.
"""
import ast
import json
import struct
import sys
import warnings

warnings.simplefilter("ignore")
sys.setrecursionlimit(20000)

OPERATORS = dict(
    Add="+", Sub="-", Mult="*", Div="/", FloorDiv="//", Mod="%", Pow="**", MatMult="@", LShift="<<", RShift=">>",
    BitAnd="&", BitOr="|", BitXor="^", And="and", Or="or", UAdd="+", USub="-", Invert="~", Not="not", Eq="==",
    NotEq="!=", Lt="<", LtE="<=", Gt=">", GtE=">=", Is="is", IsNot="is not", In="in", NotIn="not in",
)
SKIPPED = {"ctx", "type_comment", "kind", "is_async", "decorator_list"}


def constant(node):
    value = node.value
    if value is None or value is True or value is False:
        return {"type": str(value), "line": node.lineno}
    if isinstance(value, int):
        return {"type": "Int", "value": hex(value), "line": node.lineno}
    if isinstance(value, float):
        return {"type": "Float", "value": struct.pack(">d", value).hex(), "line": node.lineno}
    if isinstance(value, str):
        units = value.encode("utf-16-be", "surrogatepass")
        return {"type": "Str", "value": list(struct.unpack(f">{len(units) // 2}H", units)), "line": node.lineno}
    return {"type": type(value).__name__}


def tree(node):
    if isinstance(node, list):
        return [tree(item) for item in node]
    if not isinstance(node, ast.AST):
        return node
    name = type(node).__name__
    if name in OPERATORS:
        return OPERATORS[name]
    if name == "Constant":
        return constant(node)
    out = {}
    for field in node._fields:
        if field in SKIPPED:
            continue
        value = getattr(node, field, None)
        if field == "conversion":
            out[field] = None if value == -1 else chr(value)
        elif field == "simple":
            out[field] = bool(value)
        elif name == "ExceptHandler" and field == "type":
            out["test"] = tree(value)
        else:
            out[field] = tree(value)
    if name != "arguments":
        out["type"] = name
    if hasattr(node, "lineno"):
        out["line"] = node.lineno
    return out


def verdict(code):
    try:
        compile(code, "program", "exec", dont_inherit=True)
    except SyntaxError as error:
        return {"error": [type(error).__name__, error.lineno]}
    except (RecursionError, MemoryError):
        return {"deep": True}
    except ValueError:
        return {"error": ["SyntaxError", None]}
    return {"tree": tree(ast.parse(code).body)}


for line in sys.stdin:
    print(json.dumps(verdict(json.loads(line))))
