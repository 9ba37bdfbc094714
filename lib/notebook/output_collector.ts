import type { JupyterMessage } from "./jupyter_message.ts";
import type { MimeBundle, Output } from "./notebook.ts";

/** Gathers the outputs of a notebook's cells from the kernel's messages. */
export interface OutputCollector {
  /** Begins a cell; messages given to the returned function become its outputs. */
  begin(executionCount: number): { outputs: Output[]; take: (message: JupyterMessage) => void };
}

/**
 * Opens a collector for one run of one notebook. It is one for all cells, since a cell may update what an earlier one
 * displayed under an id.
 *
 * Adjacent stream outputs of one name become one. `clear_output` empties the cell, at once or (`wait`) before the
 * next output. An `error` always comes last: the kernel sends it past the queue of what the cell printed before.
 */
export function collectOutputs(): OutputCollector {
  const displayed = new Map<string, { data: MimeBundle; metadata: Record<string, unknown> }[]>();
  return {
    begin(executionCount) {
      const outputs: Output[] = [];
      let clearNext = false;
      const push = (output: Output) => {
        if (clearNext) outputs.length = 0;
        clearNext = false;
        const last = outputs.at(-1);
        if (output.output_type === "stream" && last?.output_type === "stream" && last.name === output.name) {
          last.text += output.text;
        } else if (last?.output_type === "error" && output.output_type !== "error") {
          outputs.pop();
          push(output);
          outputs.push(last);
        } else outputs.push(output);
      };
      const take = ({ type, content }: JupyterMessage) => {
        if (type === "stream") {
          push({ output_type: "stream", name: String(content.name), text: String(content.text) });
        } else if (type === "error") {
          const { ename, evalue, traceback } = content;
          push({
            output_type: "error",
            ename: String(ename),
            evalue: String(evalue),
            traceback: (traceback as string[] ?? []).map(String),
          });
        } else if (type === "clear_output") {
          if (content.wait) clearNext = true;
          else outputs.length = 0;
        } else if (type === "display_data" || type === "execute_result" || type === "update_display_data") {
          const shown = {
            data: content.data as MimeBundle,
            metadata: (content.metadata ?? {}) as Record<string, unknown>,
          };
          const id = (content.transient as { display_id?: string } | undefined)?.display_id;
          if (type === "update_display_data") {
            for (const earlier of displayed.get(id ?? "") ?? []) Object.assign(earlier, shown);
            return;
          }
          const output: Output = type === "display_data"
            ? { output_type: type, ...shown }
            : { output_type: type, ...shown, execution_count: executionCount };
          if (id !== undefined) displayed.set(id, [...displayed.get(id) ?? [], output]);
          push(output);
        }
      };
      return { outputs, take };
    },
  };
}
