/** Stands in for ONNX Runtime: any model, outputs of the right shapes filled with what the input says. */
export const env = { wasm: { numThreads: 4 }, logLevel: "" };

export class Tensor {
  readonly type: string;
  readonly data: Float32Array;
  readonly dims: number[];
  constructor(type: string, data: Float32Array, dims: number[]) {
    this.type = type;
    this.data = data;
    this.dims = dims;
  }
}

export const InferenceSession = {
  create: (model: Uint8Array) => {
    const text = new TextDecoder("latin1").decode(model.subarray(-40));
    if (!text.includes("weights1") || !text.includes("k1t")) {
      throw new Error("the outputs were not asked for");
    }
    return Promise.resolve({
      inputNames: ["pixel_values"],
      outputNames: ["last_hidden_state", "weights1", "k1t"],
      run: ({ pixel_values: { data } }: Record<string, Tensor>) => {
        const tensor = (...dims: number[]) =>
          new Tensor(
            "float32",
            new Float32Array(dims.reduce((a, b) => a * b)).map((_, i) => data[i % data.length]),
            dims,
          );
        return Promise.resolve({
          last_hidden_state: tensor(1, 577, 4),
          weights1: tensor(1, 2, 577, 577),
          k1t: tensor(1, 2, 2, 577),
          other: new Tensor("int64", new Float32Array(1), [1]),
        });
      },
    });
  },
};
