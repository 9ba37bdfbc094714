/* The gallery. `data` is the run; drawings and replies lie deflated beside it, a part a model and section, and are
 * unpacked when a tile or an attempt of them is first shown. */
const $ = (id) => document.getElementById(id);
const TILE = { width: 116, height: 150, edge: 24, cells: 24 * 24 * 3 };
const STAGES = ["asked", "answered", "extracted", "parsed", "allowed", "ran"];
const TITLES = {
  layout: "layout",
  translation: "translation",
  ladder: "ladder",
  icons: "icons",
  "layout-svg": "layout, SVG",
};

async function unpack(id) {
  const bytes = Uint8Array.from(atob($(id).textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function kept(limit, make) {
  const found = new Map();
  return (key) => {
    const value = found.get(key) ?? make(key);
    found.delete(key);
    found.set(key, value);
    if (found.size > limit) found.delete(found.keys().next().value);
    return value;
  };
}

const rastersOf = kept(24, (chunk) => unpack(`part-${data.chunks[chunk].rasters}`));
const detailsOf = kept(6, async (chunk) => {
  const bytes = await unpack(`part-${data.chunks[chunk].details}`);
  return JSON.parse(new TextDecoder().decode(bytes));
});

let data, attempts = [], shown = [], open = -1;

function attemptsOf() {
  return data.chunks.flatMap(({ model, section, index }, chunk) =>
    index.item.map((item, at) => ({
      chunk,
      at,
      model,
      section,
      item,
      sample: index.sample[at],
      status: index.status[at],
      trivial: index.trivial[at],
      score: index.score[at],
      entropy: index.entropy[at],
      group: groupOf(section, item),
    }))
  );
}

/** Tier and subcategory of a prompt, rung of a ladder item. */
function groupOf(section, item) {
  const [head] = item.split("-");
  if (/^\d/.test(item)) return [`T${item[0]}`, head];
  return section === "ladder" ? [head] : [];
}

const keyOf = ({ model, section, item, sample }) => [model, section, item, sample].join("/");
const FILTERS = ["section", "model", "group", "status", "from", "to", "text", "order"];

function options(id, values, all) {
  const before = $(id).value;
  $(id).replaceChildren(
    ...[["", all], ...values].filter((one) => one[1] !== null).map(([value, label]) => {
      const option = document.createElement("option");
      option.value = value;
      option.textContent = label;
      return option;
    }),
  );
  if ([...$(id).options].some((option) => option.value === before)) $(id).value = before;
}

function fillGroups() {
  const section = $("section").value;
  const own = attempts.filter((attempt) => attempt.section === section);
  const groups = [...new Set(own.flatMap(({ group }) => group))].sort((a, b) =>
    a.length === b.length ? (a < b ? -1 : 1) : (a[0] === "T") === (b[0] === "T") ? 0 : a[0] === "T" ? -1 : 1
  );
  options("group", groups.map((group) => [group, group]), "all");
  const statuses = [...new Set(own.map(({ status }) => status))].sort();
  const named = statuses.map((status) => [status, status.replaceAll("_", " ")]);
  if (own.some(({ trivial }) => trivial)) named.push(["trivial", "ok, but trivial"]);
  options("status", named, "all");
}

function wanted() {
  const section = $("section").value, model = $("model").value, group = $("group").value;
  const status = $("status").value, text = $("text").value.trim().toLowerCase();
  const from = $("from").value === "" ? -Infinity : Number($("from").value);
  const to = $("to").value === "" ? Infinity : Number($("to").value);
  const bounded = from !== -Infinity || to !== Infinity;
  const hit = new Map();
  const matches = (item) => {
    if (!hit.has(item)) {
      const { prompt } = data.items[`${section} ${item}`];
      hit.set(item, `${item} ${prompt}`.toLowerCase().includes(text));
    }
    return hit.get(item);
  };
  return attempts.filter((attempt) =>
    attempt.section === section &&
    (model === "" || attempt.model === model) &&
    (group === "" || attempt.group.includes(group)) &&
    (status === "" || (status === "trivial" ? attempt.trivial : attempt.status === status)) &&
    (!bounded || attempt.score !== null && attempt.score >= from && attempt.score <= to) &&
    (text === "" || matches(attempt.item))
  );
}

const by = (value) => (a, b) => {
  const x = value(a), y = value(b);
  return (x === null) - (y === null) || x - y; // what has no value comes last
};
const ORDERS = {
  item: (a, b) => a.item < b.item ? -1 : a.item > b.item ? 1 : 0,
  best: by(({ score }) => score === null ? null : -score),
  worst: by(({ score }) => score),
  entropy: by(({ entropy }) => entropy === null ? null : -entropy),
};

function apply() {
  fillGroups();
  shown = wanted();
  const order = ORDERS[$("order").value];
  if (order) shown.sort(order);
  drawFunnel();
  $("scroller").scrollTop = 0;
  layout(true);
  remember();
}

function drawFunnel() {
  const counts = Object.fromEntries(STAGES.map((stage) => [stage, 0]));
  let trivial = 0, scored = 0, sum = 0;
  for (const { status, trivial: plain, score } of shown) {
    for (const stage of STAGES) counts[stage] += data.stages[status][stage];
    if (plain) trivial++;
    if (score !== null) {
      scored++;
      sum += score;
    }
  }
  const heads = [
    ...STAGES.map((stage, i) => (i === 0 ? "" : "→ ") + stage),
    "of these trivial",
    "→ scored",
    "mean score",
  ];
  const values = [
    ...STAGES.map((stage) => counts[stage].toLocaleString("en")),
    trivial.toLocaleString("en"),
    scored.toLocaleString("en"),
    scored === 0 ? "none" : `${(sum / scored).toFixed(2)} (n = ${scored.toLocaleString("en")})`,
  ];
  const row = (cells, kind) => {
    const tr = document.createElement("tr");
    for (const cell of cells) tr.append(Object.assign(document.createElement(kind), { textContent: cell }));
    return tr;
  };
  $("funnel").replaceChildren(row(heads, "th"), row(values, "td"));
  const total = attempts.filter(({ section }) => section === $("section").value).length;
  $("summary").textContent = `${shown.length.toLocaleString("en")} of ${total.toLocaleString("en")} attempts`;
}

const tiles = new Map(); // by place in `shown`
let columns = 1;

function layout(anew) {
  columns = Math.max(1, Math.floor(($("scroller").clientWidth - 16) / TILE.width));
  $("grid").style.height = `${Math.ceil(shown.length / columns) * TILE.height}px`;
  if (anew) {
    for (const tile of tiles.values()) tile.remove();
    tiles.clear();
  }
  for (const [at, tile] of tiles) place(tile, at);
  fill();
}

function place(tile, at) {
  tile.style.left = `${at % columns * TILE.width}px`;
  tile.style.top = `${Math.floor(at / columns) * TILE.height}px`;
}

/** Tiles for what is in sight and half a screen above and below, no others. */
function fill() {
  const { scrollTop, clientHeight } = $("scroller");
  const margin = clientHeight / 2;
  const first = Math.max(0, Math.floor((scrollTop - margin) / TILE.height)) * columns;
  const last = Math.min(shown.length, Math.ceil((scrollTop + clientHeight + margin) / TILE.height) * columns);
  for (const [at, tile] of tiles) {
    if (at < first || at >= last) {
      tile.remove();
      tiles.delete(at);
    }
  }
  for (let at = first; at < last; at++) {
    if (tiles.has(at)) continue;
    const tile = tileOf(shown[at], at);
    tiles.set(at, tile);
    $("grid").append(tile);
  }
}

function tileOf(attempt, at) {
  const tile = document.createElement("button");
  tile.type = "button";
  tile.className = attempt.status === "ok" ? "tile" : "tile failed";
  tile.dataset.key = keyOf(attempt);
  tile.setAttribute("aria-current", String(at === open));
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = TILE.edge;
  paint(canvas, attempt);
  // the model on a line of its own: a long name must not push out the rest
  const label = [attempt.model, ` ${attempt.item} #${attempt.sample}`].map((text) =>
    Object.assign(document.createElement("span"), { textContent: text })
  );
  const score = document.createElement("div");
  score.textContent = scoreText(attempt);
  tile.append(canvas, ...label, score);
  tile.onclick = () => show(at);
  place(tile, at);
  return tile;
}

function scoreText({ status, score, trivial }) {
  if (status !== "ok") return status.replaceAll("_", " ");
  return `${score === null ? "no score" : score.toFixed(2)}${trivial ? ", trivial" : ""}`;
}

async function paint(canvas, { chunk, at }) {
  const all = await rastersOf(chunk);
  draw(canvas, all.subarray(at * TILE.cells, (at + 1) * TILE.cells));
}

function draw(canvas, rgb) {
  const context = canvas.getContext("2d");
  const image = context.createImageData(TILE.edge, TILE.edge);
  for (let i = 0, j = 0; i < rgb.length; i += 3, j += 4) {
    image.data.set(rgb.subarray(i, i + 3), j);
    image.data[j + 3] = 255;
  }
  context.putImageData(image, 0, 0);
}

async function show(at, focus = true) {
  if (at < 0 || at >= shown.length) return;
  open = at;
  const attempt = shown[at];
  document.body.classList.add("open");
  $("detail").hidden = false;
  layout(false);
  for (const [place, tile] of tiles) tile.setAttribute("aria-current", String(place === at));
  remember();
  const detail = (await detailsOf(attempt.chunk))[attempt.at];
  if (open !== at || shown[at] !== attempt) return; // another one was opened meanwhile
  const item = data.items[`${attempt.section} ${attempt.item}`];
  $("name").textContent = `${attempt.model}, ${attempt.item}, ` +
    (attempt.sample === 0 ? "greedy (sample 0)" : `sample ${attempt.sample}`);
  const facts = [
    attempt.status.replaceAll("_", " ") + (attempt.trivial ? ", trivial (more than 98 % one colour)" : ""),
    attempt.score === null ? "no score" : `score ${attempt.score.toFixed(3)}`,
    attempt.entropy === null ? "entropy not served" : `entropy ${attempt.entropy.toFixed(3)} nats a token`,
    detail.tokens === null ? null : `${detail.tokens} tokens`,
  ];
  $("facts").textContent = facts.filter((fact) => fact !== null).join(" · ");
  $("prompt").textContent = item.prompt;
  $("working").textContent = [detail.error, detail.working].filter(Boolean).join("\n\n") ||
    "no score: nothing to show";
  $("reply").textContent = detail.reply ?? "(the request failed: there is no reply)";
  $("link").href = location.hash;
  pictures(attempt, item, detail);
  judgements(detail);
  if (focus) $("name").focus();
}

async function pictures(attempt, item, detail) {
  const figure = (picture, caption) => {
    const one = document.createElement("figure");
    one.append(picture, Object.assign(document.createElement("figcaption"), { textContent: caption }));
    return one;
  };
  const drawing = document.createElement("canvas");
  drawing.width = drawing.height = TILE.edge;
  const list = [figure(drawing, attempt.status === "ok" ? "drawing" : "no drawing: the error pattern")];
  if (item.reference) {
    const reference = document.createElement("canvas");
    reference.width = reference.height = TILE.edge;
    const { palette, cells } = item.reference;
    const rgb = Uint8Array.from(
      cells.split(" ").flatMap((cell) => {
        const value = parseInt(palette[parseInt(cell, 36)].slice(1), 16);
        return [value >> 16, value >> 8 & 255, value & 255];
      }),
    );
    draw(reference, rgb);
    list.push(figure(reference, "reference"));
  }
  if (attempt.section === "layout-svg" && attempt.status === "ok") {
    const written = /<svg[\s\S]*<\/svg>/.exec(detail.reply)?.[0];
    if (written) {
      // a picture file has to name its language, which many replies leave out
      const named = /^<svg[^>]*\sxmlns\s*=/.test(written);
      const source = named ? written : written.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
      const image = document.createElement("img");
      image.alt = "the SVG as this browser draws it";
      image.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
      list.push(figure(image, "as this browser draws it"));
    }
  }
  $("pictures").replaceChildren(...list);
  await paint(drawing, attempt);
}

function judgements({ judgements }) {
  $("judgements").replaceChildren(...judgements.flatMap((one) => {
    const head = document.createElement("h3");
    head.textContent = `${one.judge}, ${one.view}, ${one.rubric} rubric` +
      (one.try > 0 ? `, try ${one.try + 1}` : "");
    const text = document.createElement("pre");
    text.textContent = one.reply ?? `(the request failed: ${one.error})`;
    return [head, text];
  }));
}

function close() {
  const key = open >= 0 && shown[open] ? keyOf(shown[open]) : null;
  open = -1;
  document.body.classList.remove("open");
  $("detail").hidden = true;
  for (const tile of tiles.values()) tile.setAttribute("aria-current", "false");
  layout(false);
  remember();
  for (const tile of tiles.values()) if (tile.dataset.key === key) tile.focus();
}

/** Filters and the open attempt are in the address, so that it can be passed on. */
function remember() {
  const state = new URLSearchParams();
  for (const id of FILTERS) if ($(id).value !== "") state.set(id, $(id).value);
  if (open >= 0 && shown[open]) state.set("at", keyOf(shown[open]));
  const hash = `#${state}`;
  if (location.hash !== hash) history.replaceState(null, "", hash);
}

function recall() {
  const state = new URLSearchParams(location.hash.slice(1));
  const at = state.get("at");
  const set = (id, value) => {
    $(id).value = value;
    if ($(id).value !== value) $(id).value = "";
  };
  set("section", state.get("section") ?? at?.split("/").at(-3) ?? data.sections[0] ?? "");
  if ($("section").value === "") $("section").value = data.sections[0] ?? "";
  fillGroups();
  for (const id of FILTERS.slice(1)) if (state.has(id)) set(id, state.get(id));
  if (!state.has("order")) $("order").value = "run";
  open = -1;
  apply();
  if (at === null) return;
  const place = shown.findIndex((attempt) => keyOf(attempt) === at);
  if (place < 0) {
    $("summary").textContent += `; the attempt of the link (${at}) is not among them`;
    return;
  }
  show(place);
  $("scroller").scrollTop = Math.max(0, Math.floor(place / columns) * TILE.height - TILE.height);
}

async function start() {
  data = JSON.parse(new TextDecoder().decode(await unpack("data")));
  attempts = attemptsOf();
  document.title = `${data.run}: gallery`;
  $("title").append(`: run ${data.run}${data.simulated ? "" : `, ${data.origin}`}`);
  if (data.simulated) {
    $("title").append(" ", Object.assign(document.createElement("b"), { textContent: "SIMULATED" }));
  }
  options("section", data.sections.map((section) => [section, TITLES[section]]), null);
  options("model", data.models.map((model) => [model, model]), "all");
  recall();
  $("filters").oninput = () => {
    open = -1;
    document.body.classList.remove("open");
    $("detail").hidden = true;
    apply();
  };
  $("filters").onsubmit = (event) => event.preventDefault();
  $("filters").onreset = () => setTimeout(() => $("filters").oninput());
  $("scroller").onscroll = () => requestAnimationFrame(fill);
  addEventListener("resize", () => layout(false));
  addEventListener("hashchange", recall);
  $("previous").onclick = () => show(open - 1, false);
  $("next").onclick = () => show(open + 1, false);
  $("close").onclick = close;
  addEventListener("keydown", (event) => {
    if (open < 0 || /^(INPUT|SELECT)$/.test(document.activeElement?.tagName)) return;
    if (event.key === "Escape") close();
    else if (event.key === "ArrowLeft") show(open - 1, false);
    else if (event.key === "ArrowRight") show(open + 1, false);
    else return;
    event.preventDefault();
  });
  document.body.dataset.ready = "yes";
}

start();
