/** What opens the caption of a figure that is limited to some attempts, such as `greedy attempts`; else nothing. */
export function subgroupText({ subgroup }: { subgroup?: string }): string {
  return subgroup === undefined ? "" : `Subgroup: ${subgroup}. `;
}
