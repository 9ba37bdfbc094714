import { type RandomStream, randomStream } from "lib/random/mod.ts";
import { type Scene, sceneToSvg } from "lib/tasks/mod.ts";
import { answered, type Attempt, failedRequest, layoutQuality } from "./layout_attempt.ts";
import { perturbScene } from "./perturb_scene.ts";
import { REQUEST_FAILURE, type SimulatedModel } from "./roster.ts";

/**
 * One simulated layout attempt in SVG: the prompt's scene as far as the model's skill reaches, which the medium
 * shifts by its planted effect, or an SVG that cannot be shown.
 */
export function svgAttempt(model: SimulatedModel, scene: Scene, sample: number, seed: number): Attempt {
  const random = randomStream(seed, "svg", model.id, scene.id, sample);
  const quality = layoutQuality(model, scene.id, seed, random, model.svg.effect);
  const entropy = 0.9 * model.entropy.mean * Math.exp(0.3 * random.normal()) + 0.25 * (1 - quality);
  const fate = random.next();
  if (random.next() < REQUEST_FAILURE) return failedRequest(sample, random);
  const svg = sceneToSvg(perturbScene(scene, quality, random));
  if (fate >= model.svg.valid) {
    const [reply, finish] = brokenSvg(svg, random);
    return answered(sample, reply, finish, entropy, random);
  }
  const fenced = random.next() < model.habits.fence;
  return answered(sample, fenced ? "```svg\n" + svg + "\n```\n" : svg + "\n", "stop", entropy, random);
}

/** An SVG that is not to be shown: cut off, not well-formed, with something forbidden, or none at all. */
function brokenSvg(svg: string, random: RandomStream): [reply: string, finish: string] {
  switch (random.below(5)) {
    case 0:
      return [svg.slice(0, Math.floor(svg.length * (0.4 + 0.4 * random.next()))), "length"];
    case 1:
      return [svg.replace("</svg>", "<g></svg>"), "stop"];
    case 2:
      return [svg.replace("</svg>", '<image href="https://example.org/picture.png"/></svg>'), "stop"];
    case 3:
      return [svg.replace("</svg>", "<script>draw()</script></svg>"), "stop"];
    default:
      return ["I'm sorry, I cannot draw this picture.", "stop"];
  }
}
