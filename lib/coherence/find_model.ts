const CACHE = new URL("../../.cache/models/", import.meta.url);

/**
 * The path of a model: that of a local file, else the `onnx/model.onnx` of a hub id, fetched into .cache/models on first
 * use.
 *
 * @param model A path, or a hub id `OWNER/NAME`.
 * @param options.hub `https://huggingface.co` unless given. @param options.cache Where fetched models are kept.
 * @throws {Deno.errors.NotFound} If there is no such file and the name is no hub id, or the hub does not have it.
 */
export async function findModel(
  model: string,
  { hub = "https://huggingface.co", cache = CACHE }: { hub?: string; cache?: URL } = {},
): Promise<string> {
  if (isFile(model)) return model;
  if (
    !/^[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*$/.test(model) || model.includes("..") || model.endsWith(".onnx")
  ) {
    throw new Deno.errors.NotFound(
      `Cannot find the model ${model}: it is neither a file nor a hub id OWNER/NAME`,
    );
  }
  const folder = new URL(`${model}/`, cache), file = new URL("model.onnx", folder).pathname;
  if (isFile(file)) return file;
  const response = await fetch(`${hub}/${model}/resolve/main/onnx/model.onnx`);
  if (!response.ok) {
    await response.body?.cancel();
    throw new Deno.errors.NotFound(
      `Cannot find the model ${model}: ${hub} answers ${response.status} for its onnx/model.onnx`,
    );
  }
  Deno.mkdirSync(folder, { recursive: true });
  const part = await Deno.makeTempFile({ dir: folder.pathname, prefix: "part-" }); // two may fetch at once
  try {
    await Deno.writeFile(part, response.body!);
    await Deno.rename(part, file);
  } catch (error) {
    await Deno.remove(part).catch(() => {});
    throw error;
  }
  return file;
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
