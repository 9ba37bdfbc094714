export { fnv1a32, type RandomStream, randomStream } from "./stream.ts";
