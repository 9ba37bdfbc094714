import { type StructureKernel, structureKernel } from "./structure_kernel.ts";

/** Made on first use; its memory grows to the largest work met, and no call leaves anything in it. */
let kernel: StructureKernel | undefined;

/** The kernel with a memory of at least so many bytes. */
export function sharedKernel(bytes: number): StructureKernel {
  kernel ??= structureKernel();
  const lacking = bytes - kernel.memory.buffer.byteLength;
  if (lacking > 0) kernel.memory.grow(Math.ceil(lacking / 65536));
  return kernel;
}
