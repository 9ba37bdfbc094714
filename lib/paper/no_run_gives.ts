/** Why no run can give a quantity, and which quantities that holds for. */
const REASONS: readonly (readonly [string, readonly string[]])[] = [
  ["the text says so; nothing that a run records bears on it", [
    "paper.pipeline_stages",
    "pilot.models",
    "repro.data_quality_notes",
    "roster.gated",
    "human.alpha_floor",
    "translation.ladder.prereg_flat",
    "translation.ladder.prereg_drop",
    "dino.mask_threshold_over_pct",
    "dino.mask_threshold_under_pct",
    "dino.attention.prompts_shown",
  ]],
  ["a run keeps replies, not requests, their pictures or their times", [
    "judge.prompts_identical",
    "judge.rubric_shared",
    "judge.j1.seconds_per_image",
    "judge.j2.seconds_per_image",
    "judge.j2.input_side",
  ]],
  ["it takes the model itself, not its record", [
    "exp3.extraction_bitwise_deterministic",
    "dino.parameters_m",
    "dino.stored_side",
    "dino.attention_slice",
  ]],
  [
    "`deno task reproduce --check` answers it for this suite; of the authors' own reruns nothing is recorded",
    [
      "repro.reruns_exact",
    ],
  ],
  ["the authors' references and who drew them are not public; this suite's come from its own scenes", [
    "translation.references.from_14b",
    "translation.references.from_7b",
    "exp3.single_reference.foreign_models",
  ]],
  ["the paper names no metric for it", [
    "exp3.single_reference.oracle_mean",
    "exp3.single_reference.oracle_range",
    "exp3.single_reference.text_baseline",
    "exp3.single_reference.headroom_lt_0_05",
    "exp3.single_reference.headroom_band",
    "exp3.single_reference.headroom.llama_3_1_8b",
    "exp3.single_reference.headroom.codellama_34b",
    "exp3.single_reference.headroom.glm_4_9b",
    "exp3.single_reference.headroom.gemma_2_9b",
  ]],
  ["it belongs to a design that the paper gave up", [
    "exp3.superseded.baseline_variants",
    "exp3.superseded.mlp_device_difference",
    "exp3.superseded.rectangle_control_rate",
    "exp3.superseded.rectangle_loop_pct",
    "exp3.causal.occupancy_avoidance",
  ]],
  ["the paper does not say of which arm and which pictures the contrast is", [
    "exp3.causal.restoration.gemma_2_27b.a",
    "exp3.causal.restoration.gemma_2_27b.a.p",
    "exp3.causal.restoration.gemma_2_27b.b",
    "exp3.causal.restoration.gemma_2_27b.b.p",
  ]],
];

const BY_QUANTITY = new Map(REASONS.flatMap(([why, ids]) => ids.map((id) => [id, why] as const)));

/** Why no run can give a quantity, in words that end a sentence; null where some run can. */
export function noRunGives(quantity: string): string | null {
  return BY_QUANTITY.get(quantity) ?? null;
}

/** The reasons with their quantities. */
export function noRunGivesReasons(): { why: string; quantities: readonly string[] }[] {
  return REASONS.map(([why, quantities]) => ({ why, quantities }));
}
