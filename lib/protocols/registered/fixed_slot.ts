import { area, aspect, optional, share, type Slot, slots, words } from "../ops/rules.ts";
import { CLOSING, colorSteps } from "./colors.ts";
import type { RegisteredProtocol } from "./protocol.ts";

/** n equal columns of the bottom quarter, one a choice. */
function columns(choices: readonly string[]): Slot[] {
  const n = choices.length;
  return choices.map((label, i) => ({ label, box: [i / n, 0.75, (i + 1) / n, 1] }));
}

/** Which of several choices: the box that holds a magenta square. */
export const FIXED_SLOT: RegisteredProtocol = {
  name: "fixed_slot",
  guidance:
    "Along the bottom are {n} boxes: {labels}. Put one magenta square #ff00dc into the box of your answer. " +
    CLOSING,
  params: {
    slots: optional(slots()),
    choices: optional(words()),
    minArea: area(30),
    minShare: share(0.25),
    aspect: aspect(),
  },
  lacks: ({ slots, choices }) => slots === undefined && choices === undefined ? "slots" : undefined,
  compile: ({ slots, choices, minArea, minShare }) => ({
    steps: [
      ...colorSteps("magenta"),
      {
        id: "answer",
        op: "grid.slots",
        in: ["magenta"],
        params: { slots: slots ?? columns(choices), minArea, minShare },
      },
    ],
    output: "answer",
  }),
};
