// The table of the editor: pieces of the map are selected, dragged, turned and stretched with mouse, pen, finger or
// keys. Each action becomes a word like `move:f2:1250:-500`, which app.js posts with the form; until the answer
// arrives, the piece is shown where it will be. Lengths are thousandths of a BW as everywhere, and y grows away from
// the near edge.

const SVG = "http://www.w3.org/2000/svg";
/** Thousandths of a BW in one unit of the drawing. */
const UNIT = 10;
/** The distance within which an outline snaps to a line, and the grid to which its centre snaps; the same as in `terrain::edit`. */
const CATCH = 150;
const HALF = 500;
/** The least depth of a waterway, and the least distance of the middle of a river or road from the edges; also the same. */
const SHALLOWEST = 50;
const COURSE_MARGIN = 1000;
/** This many pixels around the middle of a piece always move it, even if there are handles. */
const GRIP = 16;
/** A press that moves less than this many pixels is not a drag. */
const STILL = 4;

/** The id of the selected piece. */
let chosen = null;
/** Whether its corners are shown instead of the handles for turn and size. */
let corners = false;
/** The drag in progress, if any. */
let drag = null;
/** Moves that the site has not answered yet: the word, the piece, and the distance in the drawing and on the table. */
let onTheWay = [];
/** Moves made by keys while an answer is pending; they are sent as one when it arrives. */
let held = null;

const form = () => document.getElementById("editor");
const table = () => form()?.querySelector("svg.map g.table");
const piece = (id) => table()?.querySelector(`.piece[data-id="${CSS.escape(id)}"]`);
/** The id of the piece that an element of the map is or, like its name, belongs to. */
const pieceAt = (target) => target.closest(".piece")?.dataset.id ?? target.closest("[data-of]")?.dataset.of;
const row = (id) => form()?.querySelector(`.piece-row[data-id="${CSS.escape(id)}"]`);
const snaps = () => form().elements.snap.checked;
const limit = (number, least, most) => Math.min(Math.max(number, least), most);

const numbers = (text) => text.split(" ").map(Number);
const points = (text) => (text ? text.split(" ").map((pair) => pair.split(",").map(Number)) : []);

/** The page's data about a piece. */
function known(id) {
  const at = row(id);
  if (!at) return null;
  const [x, y, turn, length, width] = numbers(at.dataset.pose);
  const [boardWidth, boardDepth] = numbers(form().dataset.board);
  return {
    id, x, y, length, width, boardWidth, boardDepth, name: at.dataset.name, shape: at.dataset.shape, shore: at.dataset.shore,
    angle: (turn / 180_000) * Math.PI, margin: Number(at.dataset.margin),
    corners: points(at.dataset.corners), gates: points(at.dataset.gates),
  };
}

/** The position in the drawing of a point of the table. */
const drawn = (at, x, y) => [x / UNIT, (at.boardDepth - y) / UNIT];

/** The position of the pointer on the table. */
function under(event) {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(table().getScreenCTM().inverse());
  return [x * UNIT, numbers(form().dataset.board)[1] - y * UNIT];
}

function element(name, attributes, within) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  within.append(made);
  return made;
}

/** Makes a request as if a button for it had been pressed. */
function ask(...values) {
  const asked = values.map((value) => ({ value, made: true }));
  form().dispatchEvent(new CustomEvent("op", { bubbles: true, detail: { asked } }));
}

/** Shows the piece, with its name and other parts drawn separately, as far away as it will be. */
function show(id, change) {
  const parts = [piece(id), ...table().querySelectorAll(`[data-of="${CSS.escape(id)}"]`)];
  for (const part of parts.filter(Boolean)) {
    part.dataset.was ??= part.getAttribute("transform") ?? "";
    const all = `${change} ${part.dataset.was}`.trim();
    if (all) part.setAttribute("transform", all);
    else part.removeAttribute("transform");
  }
}

/** The extra distance that a piece moves along an axis to snap to a line near it. */
function caught(least, most, middle, side, margin) {
  const nearest = (steps) => steps.filter((step) => Math.abs(step) < CATCH).sort((a, b) => Math.abs(a) - Math.abs(b))[0];
  const lines = [Math.floor(side / 2) - most, Math.floor((side + 1) / 2) - least, margin - least, side - margin - most];
  return nearest(lines) ?? nearest([Math.floor(middle / HALF + 0.5) * HALF - middle]) ?? 0;
}

/** The step of a shore into the table or back. */
function shoreStep(at, dx, dy) {
  const [number, way] = { west: [0, 1], east: [0, -1], south: [1, 1], north: [1, -1] }[at.shore];
  const side = number ? at.boardDepth : at.boardWidth;
  const deepest = Math.max(...at.corners.map((corner) => (way > 0 ? corner[number] : side - corner[number])));
  const inwards = limit(way * (number ? dy : dx), Math.min(SHALLOWEST - deepest, 0), Math.max(side - deepest, 0));
  return number ? [0, way * inwards] : [way * inwards, 0];
}

/** The extent of a piece along an axis that the table has to contain. */
function extent(at, number) {
  const all = at.corners.map((corner) => corner[number]);
  if (at.shape === "area") return [Math.min(...all), Math.max(...all)];
  const middle = halfway(at)[number];
  return [middle - COURSE_MARGIN, middle + COURSE_MARGIN];
}

/** The place halfway along a river or road, by its corners. */
function halfway({ corners }) {
  const [before, after] = [corners[Math.floor((corners.length - 1) / 2)], corners[Math.floor(corners.length / 2)]];
  return [Math.floor((before[0] + after[0]) / 2), Math.floor((before[1] + after[1]) / 2)];
}

/** The step of a move: no farther than the table goes; an area that snaps is drawn to lines in the direction it is moved. */
function landing(at, dx, dy, snap) {
  if (at.shape === "water") return shoreStep(at, dx, dy);
  const axis = (number, step, middle, side) => {
    const [least, most] = extent(at, number);
    const catches = snap && step && at.shape === "area";
    const snapped = step + (catches ? caught(least + step, most + step, middle + step, side, at.margin) : 0);
    return limit(snapped, Math.min(-least, 0), Math.max(side - most, 0));
  };
  return [axis(0, dx, at.x, at.boardWidth), axis(1, dy, at.y, at.boardDepth)];
}

/** A point relative to the middle of a piece: along its length and across it. */
function seen(at, [x, y]) {
  const [dx, dy, cos, sin] = [x - at.x, y - at.y, Math.cos(at.angle), Math.sin(at.angle)];
  return [dx * cos + dy * sin, dy * cos - dx * sin];
}

/** The point with these relative coordinates. */
function placed(at, along, across) {
  const [cos, sin] = [Math.cos(at.angle), Math.sin(at.angle)];
  return [at.x + along * cos - across * sin, at.y + along * sin + across * cos];
}

// The selected piece and its handles.

function choose(id, { reveal = false } = {}) {
  if (chosen !== id) corners = false;
  chosen = id && piece(id) ? id : null;
  for (const at of table().querySelectorAll(".piece")) {
    at.classList.toggle("chosen", at.dataset.id === chosen);
    at.setAttribute("aria-pressed", String(at.dataset.id === chosen));
  }
  for (const at of form().querySelectorAll(".piece-row")) {
    at.classList.toggle("chosen", at.dataset.id === chosen);
    if (reveal) at.querySelector("details").open = at.dataset.id === chosen;
  }
  drawHandles();
}

/** The size of a pixel in units of the drawing. */
const pixel = () => 1 / (table().getScreenCTM()?.a || 1);

function drawHandles() {
  table().querySelector(".handles")?.remove();
  const button = document.getElementById("corners");
  const at = chosen && known(chosen);
  button.disabled = !at;
  if (!at) return;
  // Rivers, roads and shores have only corners.
  const cornersOnly = at.shape !== "area";
  const withCorners = corners || cornersOnly;
  button.disabled = cornersOnly;
  button.setAttribute("aria-pressed", String(withCorners));
  const handles = element("g", { class: "handles" }, table());
  const size = pixel() * (matchMedia("(pointer: coarse)").matches ? 1.3 : 1);
  const isSmall = (kind) => kind === "corner" && at.corners.length > 12;
  const reachOf = (kind) => (isSmall(kind) ? 11 : 20) * size;
  // The place that moves the piece: its middle or, for a river or road, the point halfway along.
  const grip = drawn(at, ...(at.shape === "course" ? halfway(at) : [at.x, at.y]));
  /** The extra distance from the middle at which a handle is grabbed, in the drawing, so that the middle stays free. */
  const outwards = (far, kind) => limit(GRIP * size - (far - reachOf(kind)), 0, reachOf(kind));
  const handle = (kind, place, index, label) => {
    const [x, y] = drawn(at, ...place);
    const group = element("g", { class: `handle ${kind}`, "data-handle": kind, "data-index": index, "data-x": place[0], "data-y": place[1] }, handles);
    const reach = reachOf(kind);
    const [right, down] = [x - grip[0], y - grip[1]];
    const far = Math.hypot(right, down);
    let [heldX, heldY] = [x, y];
    if (at.shape === "area" && (kind === "corner" || kind === "gate") && far) {
      const out = outwards(far, kind) / far;
      [heldX, heldY] = [x + right * out, y + down * out];
    }
    // A river or road has no outside, so its nearest corners can only be moved with keys.
    if (at.shape === "course" && far < reach + GRIP * size) group.classList.add("idle");
    element("circle", { class: "reach", cx: heldX, cy: heldY, r: reach }, group);
    element("circle", { class: "dot", cx: x, cy: y, r: (isSmall(kind) ? 5 : 8) * size }, group);
    if (kind === "corner") {
      group.id = `corner-${index}`;
      group.setAttribute("tabindex", "0");
      group.setAttribute("role", "button");
      group.setAttribute("aria-label", label);
    }
    return group;
  };
  const outline = element(at.shape === "course" ? "polyline" : "polygon", { class: "ghost", points: "" }, handles);
  const draw = (all) => outline.setAttribute("points", all.map((corner) => drawn(at, ...corner).join(",")).join(" "));
  if (withCorners) {
    draw(at.corners);
    const onShoreLine = ([x, y]) => ({ north: y >= at.boardDepth, south: y <= 0, east: x >= at.boardWidth, west: x <= 0 })[at.shore];
    at.corners.forEach((corner, index) => {
      if (!onShoreLine(corner)) handle("corner", corner, index, `Corner ${index + 1} of ${at.name}`);
    });
  } else {
    const [long, wide] = [at.length / 2, at.width / 2];
    draw([[-long, -wide], [long, -wide], [long, wide], [-long, wide]].map(([u, v]) => placed(at, u, v)));
    const atEnd = long + outwards(long / UNIT, "length") * UNIT;
    const atSide = wide + outwards(wide / UNIT, "breadth") * UNIT;
    const beyond = atEnd + 34 * size * UNIT;
    const fits = ([x, y]) => x >= 0 && y >= 0 && x <= at.boardWidth && y <= at.boardDepth;
    // On the side with room for it.
    const top = placed(at, beyond, 0);
    handle("turn", fits(top) ? top : placed(at, -beyond, 0));
    for (const [kind, spot] of [["length", (way) => placed(at, way * atEnd, 0)], ["breadth", (way) => placed(at, 0, way * atSide)]]) {
      for (const way of [-1, 1]) if (fits(spot(way)) || !fits(spot(-way))) handle(kind, spot(way), way);
    }
  }
  at.gates.forEach((gate, index) => handle("gate", gate, index));
}

// Pointer input.

function begin(event) {
  if (event.button !== 0 || drag || !table()?.contains(event.target)) return;
  const handle = event.target.closest("[data-handle]");
  const held = handle ? chosen : pieceAt(event.target);
  if (!held) {
    if (chosen) choose(null);
    return;
  }
  if (!handle) {
    choose(held, { reveal: true });
    piece(held).focus({ preventScroll: true });
  }
  const kind = handle?.dataset.handle ?? "move";
  drag = { kind, id: held, index: Number(handle?.dataset.index ?? 0), from: under(event), at: known(held), moved: false, pointer: event.pointerId, start: [event.clientX, event.clientY], value: null };
  event.preventDefault();
}

/** The results of a drag: the word for it, and the values to show. */
const RESULTS = {
  move({ at }, dx, dy) {
    const asked = [Math.round(dx), Math.round(dy)];
    const [x, y] = landing(at, ...asked, snaps());
    const step = translation([x, y]);
    return { value: `move:${at.id}:${asked.join(":")}`, step, by: [x, y], still: !x && !y };
  },
  turn({ at, from }, dx, dy) {
    const angle = ([x, y]) => Math.atan2(y - at.y, x - at.x);
    let degrees = ((angle([from[0] + dx, from[1] + dy]) - angle(from)) * 180) / Math.PI;
    if (snaps()) degrees = Math.round(degrees / 5) * 5;
    degrees = ((degrees + 540) % 360) - 180;
    const [x, y] = drawn(at, at.x, at.y);
    const thousandths = Math.round(degrees * 1000);
    return { value: `turn:${at.id}:${thousandths}`, step: `rotate(${-degrees} ${x} ${y})`, still: !thousandths };
  },
  length: (held, dx, dy) => stretched(held, dx, dy, true),
  breadth: (held, dx, dy) => stretched(held, dx, dy, false),
  corner({ at, index }, dx, dy) {
    const [x, y] = at.corners[index];
    return reshaped(at, "corner", index, x + dx, y + dy);
  },
  gate({ at, index }, dx, dy) {
    const [x, y] = at.gates[index];
    return reshaped(at, "gate", index, x + dx, y + dy);
  },
};

function stretched({ at, from, index }, dx, dy, long) {
  const side = long ? 0 : 1;
  const old = long ? at.length : at.width;
  // The handle may stand away from the side that it moves, at either end.
  let size = old + 2 * index * (seen(at, [from[0] + dx, from[1] + dy])[side] - seen(at, from)[side]);
  if (snaps() && Math.abs(size - Math.round(size / HALF) * HALF) < CATCH) size = Math.round(size / HALF) * HALF;
  size = limit(Math.round(size), 200, Math.max(at.boardWidth, at.boardDepth));
  const [x, y] = drawn(at, at.x, at.y);
  const turn = (-at.angle * 180) / Math.PI;
  const scale = long ? `${size / old} 1` : `1 ${size / old}`;
  const step = `translate(${x} ${y}) rotate(${turn}) scale(${scale}) rotate(${-turn}) translate(${-x} ${-y})`;
  return { value: `size:${at.id}:${long ? size : at.length}:${long ? at.width : size}`, step, still: size === old };
}

function reshaped(at, word, index, x, y) {
  const to = [limit(Math.round(x), 0, at.boardWidth), limit(Math.round(y), 0, at.boardDepth)];
  const all = at.corners.map((corner, place) => (word === "corner" && place === index ? to : corner));
  return { value: `${word}:${at.id}:${index}:${to[0]}:${to[1]}`, ghost: all, to, still: false };
}

function go(event) {
  if (!drag || event.pointerId !== drag.pointer) return;
  const far = Math.hypot(event.clientX - drag.start[0], event.clientY - drag.start[1]);
  if (!drag.moved && far < STILL) return;
  drag.moved = true;
  const [x, y] = under(event);
  drag.result = RESULTS[drag.kind](drag, x - drag.from[0], y - drag.from[1]);
  showDrag();
}

function showDrag() {
  const { id, result, kind, index, at } = drag;
  if (!result) return;
  form().classList.add("dragging");
  document.dispatchEvent(new CustomEvent("dragged", { detail: { values: [...onTheWay.map(({ value }) => value), result.value] } }));
  if (result.step) {
    show(id, result.step);
    const handles = table().querySelector(".handles");
    handles?.setAttribute("transform", kind === "move" ? result.step : "");
    handles?.classList.toggle("away", kind !== "move");
    return;
  }
  const handle = table().querySelector(`[data-handle="${kind}"][data-index="${index}"]`);
  const [x, y] = drawn(at, ...result.to);
  for (const circle of handle?.children ?? []) {
    circle.setAttribute("cx", x);
    circle.setAttribute("cy", y);
  }
  if (kind === "corner") {
    table().querySelector(".ghost")?.setAttribute("points", result.ghost.map((corner) => drawn(at, ...corner).join(",")).join(" "));
  }
}

function finish(event) {
  if (!drag || event.pointerId !== drag.pointer) return;
  const { id, moved, result } = drag;
  drag = null;
  form().classList.remove("dragging");
  if (!moved || !result || result.still || event.type === "pointercancel") {
    if (moved) show(id, "");
    drawHandles();
    return;
  }
  if (result.step) onTheWay.push({ value: result.value, id, step: result.step, by: result.by });
  ask(result.value);
}

document.addEventListener("pointerdown", begin);
document.addEventListener("pointermove", go);
document.addEventListener("pointerup", finish);
document.addEventListener("pointercancel", finish);
// For browsers in which style alone does not keep the page from scrolling while a finger holds a piece.
document.addEventListener("touchmove", (event) => { if (drag && event.cancelable) event.preventDefault(); }, { passive: false });

// Keyboard input.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Moves a piece by keys. Presses while an answer is pending are sent as one. */
function nudge(id, x, y, fine) {
  const at = known(id);
  if (held && (held.id !== id || held.fine !== fine)) sendHeld();
  held ??= { id, x: 0, y: 0, fine };
  // Distance blocked by the edge of the table is not accumulated, so the next press in the other direction takes effect
  // at once.
  const before = underWay(id);
  const there = landing(at, before[0] + held.x + x, before[1] + held.y + y, false);
  [held.x, held.y] = [there[0] - before[0], there[1] - before[1]];
  if (form().getAttribute("aria-busy") === "true") {
    show(id, translation(landing(at, ...there, snaps() && !fine)));
    return;
  }
  sendHeld();
}

/** The distance of a piece's pending moves. */
function underWay(id) {
  const moves = onTheWay.filter((move) => move.id === id && move.by).map(({ by }) => by);
  return moves.reduce(([x, y], by) => [x + by[0], y + by[1]], [0, 0]);
}

const translation = ([x, y]) => `translate(${x / UNIT} ${-y / UNIT})`;

function sendHeld() {
  if (!held) return;
  const { id, x, y, fine } = held;
  held = null;
  const at = known(id);
  if (!at || (!x && !y)) return;
  const value = `move:${id}:${x}:${y}${fine ? ":fine" : ""}`;
  const by = landing(at, x, y, snaps() && !fine);
  onTheWay.push({ value, id, step: translation(by), by });
  show(id, onTheWay.at(-1).step);
  ask(value);
}

function pressed(event) {
  if (!form()) return;
  const within = table()?.contains(event.target);
  const typing = event.target.closest?.("input, textarea, select");
  const mod = event.ctrlKey || event.metaKey;
  if (mod && event.key.toLowerCase() === "z" && !(typing && typing.type !== "checkbox")) {
    event.preventDefault();
    document.getElementById(event.shiftKey ? "redo" : "undo")?.click();
    return;
  }
  if (event.key === "Escape" && drag) {
    show(drag.id, "");
    drag = null;
    form().classList.remove("dragging");
    drawHandles();
    return;
  }
  if (!within || mod) return;
  const corner = event.target.closest("[data-handle=corner]");
  const id = pieceAt(event.target) ?? chosen;
  if (corner ? cornerKey(event, corner) : pieceKey(event, id)) event.preventDefault();
}

function pieceKey(event, id) {
  const { key } = event;
  if (key === "Enter" || key === " ") {
    choose(id === chosen ? null : id, { reveal: true });
    return true;
  }
  if (!chosen || id !== chosen) return false;
  const at = known(chosen);
  if (ARROWS[key]) {
    const far = event.shiftKey ? 1000 : event.altKey ? 50 : 250;
    const [x, y] = ARROWS[key];
    nudge(chosen, x * far, y * far, event.altKey);
    return true;
  }
  sendHeld();
  const grown = key === "+" || key === "=" ? HALF : -HALF;
  switch (key) {
    case "[": ask(`turn:${chosen}:5000`); return true;
    case "]": ask(`turn:${chosen}:-5000`); return true;
    case "+": case "=": case "-": case "−":
      if (at.shape === "area" && at.width + grown > 100) ask(`size:${chosen}:${at.length + grown}:${at.width + grown}`);
      return true;
    case "Delete": ask(`remove:${chosen}`); return true;
    case "c": case "C": toggleCorners(); return true;
    case "Escape": choose(null); return true;
    default: return false;
  }
}

function cornerKey(event, handle) {
  const at = known(chosen);
  const index = Number(handle.dataset.index);
  const [x, y] = at.corners[index];
  if (ARROWS[event.key]) {
    const far = event.shiftKey ? 1000 : event.altKey ? 50 : 250;
    const [dx, dy] = ARROWS[event.key];
    ask(reshaped(at, "corner", index, x + dx * far, y + dy * far).value);
    return true;
  }
  switch (event.key) {
    case "+": case "=": case "Insert": ask(`split:${chosen}:${index}`); return true;
    case "Delete": case "-": ask(`uncorner:${chosen}:${index}`); return true;
    case "c": case "C": toggleCorners(); return true;
    case "Escape":
      piece(chosen)?.focus({ preventScroll: true });
      if (corners) toggleCorners();
      return true;
    default: return false;
  }
}

function toggleCorners() {
  corners = !corners;
  drawHandles();
}

document.addEventListener("keydown", pressed);

document.addEventListener("dblclick", (event) => {
  // Double-clicking a corner removes it.
  const corner = event.target.closest?.("[data-handle=corner]");
  if (corner && chosen) ask(`uncorner:${chosen}:${corner.dataset.index}`);
});

document.addEventListener("click", (event) => {
  if (event.target.closest?.("#corners")) toggleCorners();
  const link = event.target.closest?.("[data-select]");
  const summary = event.target.closest?.(".piece-row summary");
  if (link) {
    event.preventDefault();
    choose(link.dataset.select, { reveal: true });
    row(chosen)?.querySelector("summary").focus();
    piece(chosen)?.scrollIntoView({ block: "nearest", behavior: "instant" });
  } else if (summary) {
    // This runs before the row opens, so an open one is about to close.
    const { open } = summary.parentElement;
    choose(open ? null : summary.closest(".piece-row").dataset.id);
  }
});

// The form that replaces the old one.

function setUp() {
  if (!table()) return;
  for (const at of table().querySelectorAll(".piece")) {
    at.setAttribute("tabindex", "0");
    at.setAttribute("role", "button");
    const name = row(at.dataset.id)?.dataset.name ?? at.dataset.id;
    at.setAttribute("aria-label", at.classList.contains("marked") ? `${name}, has problems` : name);
  }
  document.getElementById("corners").hidden = false;
  document.getElementById("keys").hidden = false;
  const keep = corners;
  choose(chosen);
  if (chosen && keep && !corners) toggleCorners();
  for (const { id, step } of onTheWay) if (piece(id)) show(id, step);
  if (drag) {
    drag.at = known(drag.id) ?? drag.at;
    showDrag();
  }
}

document.addEventListener("swapped", (event) => {
  const { asked, ok } = event.detail;
  const before = onTheWay.findIndex(({ value }) => value === asked);
  // Moves that waited behind a refused one are dropped with it, unless the page asks how to resolve a conflict.
  const givenUp = !ok && !form().querySelector("#conflict");
  onTheWay = before < 0 || givenUp ? [] : onTheWay.slice(before + 1);
  if (asked?.startsWith("add:")) chosen = [...form().querySelectorAll(".piece-row")].at(-1)?.dataset.id ?? null;
  setUp();
  if (asked?.startsWith("add:") && chosen) choose(chosen, { reveal: true });
  sendHeld();
  if (copying) goOnWithCopy(ok);
});

// Actions that did not reach the site stay on the table, and are sent again on request.
document.addEventListener("unsent", (event) => {
  if (event.target.id !== "editor" || !table()) return;
  event.preventDefault();
  const { asked, words, status } = event.detail;
  const old = document.getElementById("unsent");
  const again = [...(old?.asked ?? []), ...asked];
  old?.remove();
  const box = document.createElement("section");
  box.id = "unsent";
  box.className = "wide unsent";
  box.setAttribute("role", "alert");
  const text = document.createElement("p");
  const button = (word, press, className = "") => {
    const made = document.createElement("button");
    Object.assign(made, { type: "button", textContent: word, className });
    made.addEventListener("click", press);
    text.append(" ", made);
  };
  const lost = status === FORBIDDEN && form().dataset.state;
  if (lost) {
    text.textContent = "Not saved: the edit link of this table was replaced, and this browser can no longer edit it. Your changes are still here: save them in a copy of your own, or open the new edit link in this browser and try again.";
    button("Continue with a copy", () => copied(again, box));
  } else {
    text.textContent = words.replace(/ What you typed.*$/, " Your changes are still here.");
  }
  button("Try again", () => {
    box.remove();
    form().dispatchEvent(new CustomEvent("op", { bubbles: true, detail: { asked: again } }));
  }, lost ? "quiet" : "");
  box.append(text);
  box.asked = again;
  // Show it where it is visible at any scroll position.
  form().querySelector(".dock").prepend(box);
});

// A copy that receives the changes that could not be made to somebody else's table.

const FORBIDDEN = 403;
/** The address of its editor, and the changes still to be made. */
let copying = null;

async function copied(asked, box) {
  const [work, hash] = form().dataset.state.split("/v/");
  const body = new URLSearchParams({ request: form().elements.request.value, hash });
  try {
    const answer = await fetch(`${work}/copy`, { method: "POST", body });
    const theirs = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("editor");
    if (!theirs) throw new Error(answer.status);
    // It is the same table, so the contents of this form can be sent to it.
    form().setAttribute("action", theirs.getAttribute("action"));
    for (const name of ["base", "request"]) form().elements[name].value = theirs.elements[name].value;
    copying = { path: theirs.getAttribute("action"), left: asked };
    box.remove();
    goOnWithCopy(true);
  } catch {
    box.querySelector("p").firstChild.textContent = "The copy could not be made. Your changes are still here. ";
  }
}

/** Makes the next change to the copy, and goes to its page when all are made. */
function goOnWithCopy(ok) {
  const next = ok ? copying.left.shift() : null;
  if (next) form().dispatchEvent(new CustomEvent("op", { bubbles: true, detail: { asked: [next] } }));
  else if (ok) location.assign(copying.path);
  else copying = null;
}

setUp();
