/* The annotation page. `data` is what the task embedded; `humanOrder` and the random stream below it are the suite's
 * own functions, put in front of this text. Answers live in localStorage, keyed by the pair set and the annotator. */
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const CHOICES = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "both", ArrowDown: "neither" };
const SAID = {
  left: "left is better",
  right: "right is better",
  both: "both valid",
  neither: "neither valid",
};
const KEY = `ambench-annotate:${data.pairSet}`;

let annotator = null;
let places = [];
let choices = {}; // by pair
let history = []; // the pairs answered, in order, for undo

function load(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function keep() {
  try {
    localStorage.setItem(`${KEY}:${annotator}`, JSON.stringify({ choices, history }));
    localStorage.setItem(KEY, JSON.stringify(annotator));
    $("warning").textContent = "";
  } catch {
    $("warning").textContent =
      "This browser does not keep answers: save them as a file before you close or reload the page.";
  }
}

/** The first place in this annotator's order that has no answer; places.length where all have. */
function here() {
  const at = places.findIndex(({ pair }) => !(pair in choices));
  return at < 0 ? places.length : at;
}

function begin(name) {
  annotator = name;
  places = humanOrder(data.pairs.map(({ pair }) => pair), data.pairSet, name);
  const kept = load(`${KEY}:${name}`);
  const known = new Set(data.pairs.map(({ pair }) => pair));
  choices = {};
  for (const [pair, choice] of Object.entries(kept?.choices ?? {})) {
    if (known.has(pair) && choice in SAID) choices[pair] = choice;
  }
  history = (kept?.history ?? []).filter((pair) => pair in choices);
  keep();
  draw("");
}

function draw(before) {
  const at = here(), total = places.length;
  const finished = at === total;
  const lost = [$("start"), finished ? $("work") : $("done")].some((part) =>
    part.contains(document.activeElement)
  );
  $("start").hidden = true;
  $("tools").hidden = false;
  $("work").hidden = finished;
  $("done").hidden = !finished;
  $("undo").disabled = history.length === 0;
  $("who").textContent = `${annotator}: ${Object.keys(choices).length} of ${total} answered`;
  if (finished) {
    $("status").textContent = `${before} All ${total} pairs are answered.`;
    $("done-title").focus();
    return;
  }
  const { pair, swapped } = places[at];
  const sides = data.pairs.find((one) => one.pair === pair).sides;
  const [left, right] = swapped ? [sides[1], sides[0]] : sides;
  const shared = left.prompt === right.prompt;
  $("position").textContent = `Pair ${at + 1} of ${total}`;
  $("progress").max = total;
  $("progress").value = Object.keys(choices).length;
  $("shared").textContent = shared ? data.prompts[left.prompt] : "Each picture has a description of its own:";
  for (const [name, side] of [["left", left], ["right", right]]) {
    $(`${name}-image`).src = `data:image/png;base64,${data.images[side.image]}`;
    $(`${name}-image`).alt = `${name === "left" ? "Left" : "Right"} picture, a 24 by 24 mosaic`;
    $(`${name}-prompt`).textContent = shared ? "" : data.prompts[side.prompt];
    if (shared) $(name).removeAttribute("aria-describedby");
    else $(name).setAttribute("aria-describedby", `${name}-prompt`);
  }
  const asked = shared
    ? data.prompts[left.prompt]
    : `Left: ${data.prompts[left.prompt]} Right: ${data.prompts[right.prompt]}`;
  $("status").textContent = `${before} Pair ${at + 1} of ${total}. ${asked}`;
  if (lost || document.activeElement === $("undo") && $("undo").disabled) $("position").focus();
}

function answer(choice) {
  const at = here();
  if (annotator === null || at === places.length) return;
  const { pair } = places[at];
  choices[pair] = choice;
  history.push(pair);
  keep();
  draw(`Noted: ${SAID[choice]}.`);
}

function undo() {
  const pair = history.pop();
  if (pair === undefined) return;
  delete choices[pair];
  keep();
  draw("Undone.");
}

function save() {
  const exported = {
    format: "ambench-annotations",
    version: 1,
    run: data.run,
    pairSet: data.pairSet,
    annotator,
    answers: places.map(({ pair, order, swapped }) => ({
      pair,
      order,
      swapped,
      choice: choices[pair] ?? null,
    })),
  };
  const link = document.createElement("a");
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(exported, null, 1) + "\n"], { type: "application/json" }),
  );
  link.href = url;
  link.download = `annotations-${data.run}-${annotator.replaceAll(/[^A-Za-z0-9._-]+/g, "_")}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
  $("status").textContent = "The file is saved with your downloads.";
}

$("start").addEventListener("submit", (event) => {
  event.preventDefault();
  const name = $("name").value.trim().normalize("NFC");
  if (name === "") return;
  begin(name);
});
for (const choice of Object.values(CHOICES)) $(choice).addEventListener("click", () => answer(choice));
$("undo").addEventListener("click", undo);
$("save").addEventListener("click", save);
$("switch").addEventListener("click", () => {
  annotator = null;
  for (const id of ["work", "done", "tools"]) $(id).hidden = true;
  $("start").hidden = false;
  $("name").value = "";
  $("name").focus();
});
document.addEventListener("keydown", (event) => {
  if (
    annotator === null || event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
  ) return;
  if (event.key in CHOICES && here() < places.length) {
    event.preventDefault();
    answer(CHOICES[event.key]);
  } else if (event.key === "Backspace") {
    event.preventDefault();
    undo();
  }
});

$("count").textContent = String(data.pairs.length);
if (data.simulated) {
  $("origin").hidden = false;
  $("origin").textContent = "SIMULATED: these pictures come from made-up models.";
}
const last = load(KEY);
if (typeof last === "string" && last !== "") begin(last);
else {
  $("start").hidden = false;
  $("name").focus();
}
