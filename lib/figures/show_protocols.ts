import { OPS, type ProtocolExample, PROTOCOLS } from "lib/protocols/mod.ts";
import { Figure } from "./figure.ts";
import { columnWidth, fontSize, ink } from "./house_style.ts";
import { pictureMosaic, stepPicture } from "./step_picture.ts";
import { textBlock } from "./text_block.ts";
import { wrapText } from "./wrap_text.ts";

const SIZE = 50, STEP = 60.5, ROW = SIZE + 22, PER_ROW = 8;

/**
 * Protocols at work, one below another: the picture shown, the picture painted, then what each step of the parser made
 * of it, up to the answer. The pictures are the suite's own and painted by its painters.
 *
 * @throws {RangeError} If there is no example.
 */
export function showProtocolsFigure(
  examples: readonly ProtocolExample[],
  options: { name: string; first?: number },
): Figure {
  if (examples.length === 0) {
    throw new RangeError("Cannot draw protocols: give at least one example, got none");
  }
  const parts: string[] = [];
  let y = 0;
  for (const [i, { protocol, instruction, source, picture, parse }] of examples.entries()) {
    const number = (options.first ?? 1) + i;
    const lines = wrapText(instruction, 350, { size: fontSize.tick, italic: true, maxLines: 2 });
    parts.push(
      textBlock([`${number}  ${protocol}`], { x: 0, y: y + 8, size: fontSize.panel, bold: true }),
      textBlock(lines, { x: 130, y: y + 8, size: fontSize.tick, italic: true, color: ink.muted }),
    );
    y += lines.length > 1 ? 23 : 14;
    const cells: [label: string[], drawn: (place: { x: number; y: number; size: number }) => string][] = [
      [["shown"], (place) => pictureMosaic(source, place)],
      [["painted"], (place) => pictureMosaic(picture, place)],
      ...parse.working.map((work): [string[], (place: { x: number; y: number; size: number }) => string] => {
        const [space, name] = work.op.split(".");
        return [[`${space}`, `.${name}`], (place) => stepPicture(work, picture, place)];
      }),
    ];
    for (const [k, [label, drawn]] of cells.entries()) {
      const x = STEP * (k % PER_ROW), top = y + ROW * Math.floor(k / PER_ROW);
      parts.push(
        drawn({ x, y: top, size: SIZE }),
        textBlock(label, {
          x: x + SIZE / 2,
          y: top + SIZE + 7,
          size: 5.5,
          leading: 6.5,
          color: ink.muted,
          anchor: "middle",
        }),
      );
      if (k > 0 && k % PER_ROW > 0) {
        parts.push(
          `<path d="M${x - 8.5} ${
            top + SIZE / 2
          }h6m-2 -2l2 2l-2 2" stroke="${ink.muted}" stroke-width="0.7" fill="none"/>`,
        );
      }
    }
    y += ROW * Math.ceil(cells.length / PER_ROW) + 4;
  }
  return new Figure({
    name: options.name,
    svg: `<svg viewBox="0 -2 ${columnWidth.double} ${y}">${parts.join("\n")}</svg>`,
    width: "double",
    simulated: true,
    caption:
      `Visual protocols ${options.first ?? 1} to ${
        (options.first ?? 1) + examples.length - 1
      } of the ${PROTOCOLS.size} registered, ` +
      `each on one picture of the suite's own set, answered by a seeded painter that is right: what is shown, what is ` +
      `painted, and every step of the parser (${OPS.size} typed ops in all), in their order.`,
  });
}
