/* A thread that compares structures: a message is what to compare, and each is answered by its distances or an error. */
import { distancesOfMasked, type MaskedKeys } from "./structure_distance.ts";

const scope = self as unknown as {
  onmessage: (event: MessageEvent<MaskedKeys>) => void;
  postMessage(message: unknown, transfer?: Transferable[]): void;
};

scope.onmessage = ({ data }) => {
  try {
    const distances = distancesOfMasked(data);
    scope.postMessage({ distances }, [distances.buffer]);
  } catch (error) {
    scope.postMessage({ error: (error as Error).message });
  }
};
