export { extent } from "./extent.ts";
export { examplePrompts, type LayoutPrompt, layoutPrompts } from "./layout_prompts.ts";
export { parseScenes } from "./parse_scenes.ts";
export type { LayoutScene, Scene, Shape } from "./scene.ts";
export { scenes } from "./scenes.ts";
