// The table of a battle under mouse, finger and keyboard. Elements are chosen, dragged or moved by keys; a ghost follows along
// what is legal, and the panel says what would come of it. What may be done, and what it costs, is asked of the server, at
// the addresses that the page names; an order is sent by the form of the page. Without this script the page has buttons.

import { around, ghostAt, ghostOn, hasPlaces, middle, nearest, nearestPlace, next, nextPlace } from "battle-ghost.js";
import {
  LAYERS, drawLayers, drawn, element, group, isNear, isShown, isWithin, lay, map, pan, putAway, showLayer, showWhole, showsLayers,
  table, under, zoom,
} from "battle-view.js";

/** A press that moves less than this many pixels is a tap. */
const STILL = 6;
/** The time for which the ghost rests before the server is asked, in milliseconds. */
const REST = 110;
/** The steps of keys and buttons: lengths in thousandths of a BW, angles in tenths of a degree. */
const [AHEAD, WHEEL, TURN] = [250, 50, 150];
const ARROWS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

const root = () => document.getElementById("battle");
const sheet = () => root().querySelector(".b-sheet");
const give = () => document.getElementById("b-give");
const acting = () => root().dataset.acting.split(" ").filter(Boolean);
const pieces = () => [...table().querySelectorAll(".battle .element[data-id]")];
const piece = (id) => table().querySelector(`.battle .element[data-id="${CSS.escape(id)}"]`);
const tile = (id) => root().querySelector(`.b-tray [data-id="${CSS.escape(id)}"]`);
const idAt = (target) => target.closest?.(".element[data-id], .b-tray [data-id]")?.dataset.id;
const namesIn = (order) => order.match(/\b[ab]\d+\b/g) ?? [];
const buttons = () => [...root().querySelectorAll("#offers .b-buttons button[name=order]")];

/** The names of the chosen elements; null if nothing is chosen. */
let chosen = null;
/** The ways of the chosen elements, as the server has answered, and the legs of the move so far. */
let ways = null;
let legs = "";
/** Where the ghost stands, the facing that a single element is to have, and the answer to the look at it. */
let ghost = null;
let facing = 0;
let look = null;
/** What is said instead of a look. */
let trouble = "";
/** The press in progress, and the places of all pointers that are down. */
let hold = null;
const pointers = new Map();
let tool = null;
let sending = false;
let byKeys = false;
let layers = null;

function make(tag, props, ...children) {
  const made = Object.assign(document.createElement(tag), props);
  made.append(...children);
  return made;
}

// Asking

/** Asks the server about the state that the page shows; null where it has no answer, which is told. */
async function ask(what, fields, signal) {
  const query = new URLSearchParams({ digest: root().dataset.digest, ...fields });
  try {
    const answer = await fetch(`${root().dataset[what]}?${query}`, { headers: { Accept: "application/json" }, signal });
    const data = await answer.json();
    if (answer.ok) return data;
    tell(data.error, answer.status === 409);
  } catch (error) {
    if (error.name !== "AbortError") tell("The site does not answer. Try again.");
  }
  return null;
}

function tell(words, isOld = false) {
  trouble = words;
  look = null;
  showPanel();
  say(words);
  if (isOld) panel().querySelector(".b-do").prepend(make("button", { type: "button", textContent: "Look again", onclick: () => location.reload() }));
}

let told = null;
function say(words) {
  if (!told) {
    told = make("p", { className: "hidden" });
    told.setAttribute("role", "status");
    document.body.append(told);
  }
  told.textContent = words;
}

/** The number of the last question about ways: a late answer to an earlier one is dropped. */
let asked = 0;

/** Chooses elements, after some legs of a move. */
async function choose(names, so_far = "") {
  const question = ++asked;
  const before = { chosen, ways, legs };
  [chosen, ways, legs, ghost, look, trouble] = [names, null, so_far, null, null, ""];
  showAll();
  const answer = await ask("ways", { who: names.join(" "), legs: so_far });
  if (question !== asked) return;
  const isAdded = names.length > 1 && before.chosen?.length > 0 && !so_far;
  if (answer && !answer.ways.length && isAdded && answer.refused) {
    // Those who cannot move together are not chosen together.
    [chosen, ways, legs] = [before.chosen, before.ways, before.legs];
    showAll();
    tell(answer.refused);
    return;
  }
  if (!answer) {
    if (isAdded) [chosen, ways, legs] = [before.chosen, before.ways, before.legs];
    showPieces();
    return;
  }
  ways = answer;
  facing = ways.from[0]?.[2] ?? ways.ways.find(hasPlaces)?.frames[0].at[0][2] ?? 0;
  prepareGhost();
  if (ways.stop) setGhost({ way: null, by: 0, at: ways.from, label: "To here", order: ways.stop });
  else if (hold?.wish) follow();
  showAll();
  if (byKeys) say(`${ways.chosen || "Chosen"}. ${ways.refused ?? keysFor()}`);
}

function clear() {
  asked += 1;
  [chosen, ways, legs, ghost, look, trouble] = [null, null, "", null, null, ""];
  group("b-ghost").replaceChildren();
  group("b-aim").replaceChildren();
  showAll();
}

let resting = 0;
let looking = null;

/** Puts the ghost somewhere, and looks at the order once it rests. */
function setGhost(to) {
  if (to && ghost?.order === to.order) return;
  [ghost, look, trouble] = [to, null, ""];
  drawGhost();
  showPanel();
  clearTimeout(resting);
  looking?.abort();
  if (to) resting = setTimeout(lookAtGhost, REST);
}

async function lookAtGhost() {
  const order = ghost?.order;
  if (!order) return null;
  clearTimeout(resting);
  looking?.abort();
  looking = new AbortController();
  const answer = await ask("look", { order }, looking.signal);
  if (!answer || ghost?.order !== order) return null;
  look = answer;
  // The server knows where everybody ends to the last thousandth.
  if (look.legal && ways) {
    const ends = ways.who.map((id) => look.ends.find((end) => end.id === id)?.at);
    if (ends.length && ends.every(Boolean)) ghost.at = ends;
  }
  drawGhost();
  showPanel();
  say(`${ghostWords()}. ${look.told.join(" ")}`);
  return look;
}

// Drawing

/** The figures of the ghost, made once for the chosen elements. */
function prepareGhost() {
  const into = group("b-ghost");
  const size = ways.ways.find((way) => way.size)?.size;
  const figures = (ways.who.length ? ways.who : ways.ways[0]?.who ?? []).map((id) => {
    const from = piece(id) ?? tile(id)?.querySelector(".element");
    const figure = element("g", { class: "ghost" });
    for (const part of from?.children ?? []) if (!part.matches("title, .ring")) figure.append(part.cloneNode(true));
    return figure;
  });
  if (!figures.length && size) {
    const [width, height] = size.map((length) => length / 10);
    figures.push(element("g", { class: "ghost" }, element("rect", { class: "camp", width, height })));
  }
  if (!figures.length && ways.free) figures.push(element("g", { class: "ghost" }, element("rect", { class: "camp", width: 100, height: 50 })));
  into.replaceChildren(element("path", { class: "way" }), ...figures);
}

function drawGhost() {
  const into = group("b-ghost");
  const figures = [...into.querySelectorAll(".ghost")];
  const verdict = look ? (look.legal ? "legal" : "illegal") : "";
  into.setAttribute("class", `b-ghost ${verdict}`);
  let line = "";
  figures.forEach((figure, at) => {
    const stance = ghost?.at[at];
    figure.toggleAttribute("hidden", !stance);
    figure.setAttribute("visibility", stance ? "visible" : "hidden");
    if (!stance) return;
    const [x, y] = drawn(stance);
    figure.setAttribute("transform", `translate(${x} ${y}) rotate(${stance[2] / 10})`);
    const letters = figure.querySelector("text");
    letters?.setAttribute("transform", letters.getAttribute("transform").replace(/rotate\([^)]*\)/, `rotate(${-stance[2] / 10})`));
    const from = ways?.from[at];
    if (from) line += `M${drawn(middle(from, ways.depths[at])).join(" ")}L${drawn(middle(stance, ways.depths[at])).join(" ")}`;
  });
  into.querySelector(".way")?.setAttribute("d", line);
  const touched = new Set((look?.touches ?? []).map(([, enemy]) => enemy));
  for (const one of pieces()) one.classList.toggle("b-touched", touched.has(one.dataset.id));
}

/** The pieces as buttons: those who may act, and those at whom a button aims. */
function showPieces() {
  const able = new Set([...acting(), ...buttons().flatMap((button) => namesIn(button.value))]);
  const labels = new Map([...root().querySelectorAll(".b-choose .choice")].map((choice) => [
    choice.querySelector("input").name.slice("who-".length), choice.textContent.trim(),
  ]));
  for (const one of pieces()) {
    const { id } = one.dataset;
    const is = able.has(id);
    one.classList.toggle("b-able", is);
    one.classList.toggle("b-chosen", chosen?.includes(id) ?? false);
    if (!is) {
      for (const name of ["tabindex", "role", "aria-label", "aria-pressed"]) one.removeAttribute(name);
      continue;
    }
    one.setAttribute("tabindex", "0");
    one.setAttribute("role", "button");
    one.setAttribute("aria-label", labels.get(id) ?? one.querySelector("title")?.textContent ?? id);
    one.setAttribute("aria-pressed", String(chosen?.includes(id) ?? false));
  }
  for (const one of root().querySelectorAll(".b-tray [data-id]")) {
    one.setAttribute("aria-pressed", String(chosen?.includes(one.dataset.id) ?? false));
  }
}

async function showLayers() {
  if (!showsLayers()) {
    drawLayers(null);
    return;
  }
  const who = (chosen ?? []).join(" ");
  const key = `${root().dataset.digest} ${who}`;
  if (layers?.key !== key) {
    const data = await ask("layers", { who });
    if (!data) return;
    layers = { key, data };
  }
  drawLayers(layers.data);
}

function showAll() {
  showPieces();
  drawGhost();
  showPanel();
  showLayers();
}

// The panel

function panel() {
  const known = root().querySelector(".b-panel");
  if (known) return known;
  const made = make("div", { className: "b-panel", hidden: true }, make("p", { className: "b-who" }),
    make("ul", { className: "b-told plain" }), make("p", { className: "b-do" }), make("p", { className: "hint b-keys" }));
  sheet().after(made);
  return made;
}

const lengthOf = () => (ghost?.way?.stretches
  ? ghost.way.kind === "wheel" ? ` ${ghost.by / 10}°` : ` ${ghost.by / 1000} BW` : "");
const ghostWords = () => `${ghost.label}${lengthOf()}`;

function keysFor() {
  if (!ways?.ways.length && !ways?.free) return "";
  const has = (kind) => ways.ways.some((way) => way.kind === kind);
  const parts = has("ahead") || has("wheel") ? ["↑ ↓ ahead and back", "← → wheel"] : ["Arrows: from place to place"];
  if (has("contact")) parts.push("C contacts");
  if (has("anywhere") || has("into")) parts.push("P other places");
  if (ways.free) parts.push("Q and W turn");
  if (has("ahead")) parts.push("N and then");
  return [...parts, "Enter: do it", "Esc: cancel"].join(" · ");
}

/** The orders of the page that name the only chosen element. */
function ownButtons() {
  const [id, ...more] = chosen ?? [];
  return id && !more.length ? buttons().filter((button) => namesIn(button.value).includes(id)) : [];
}

function showPanel() {
  const at = panel();
  const own = ownButtons();
  at.hidden = chosen === null && !trouble;
  document.body.classList.toggle("b-open", !at.hidden);
  if (at.hidden) return;
  const names = ways?.chosen || chosen?.join(", ") || (chosen ? "Camp" : "");
  const head = [make("strong", { textContent: names })];
  if (ways?.so_far) head.push(`: ${ways.so_far}, and then`);
  if (ghost) head.push(`: ${ghostWords()}`);
  at.querySelector(".b-who").replaceChildren(...head);
  const lines = trouble ? [trouble] : look ? look.told
    : ghost ? ["…"] : ways?.refused && !own.length ? [ways.refused] : ways && !own.length ? ["Drag it, tap where it is to go, or use the arrow keys."] : [];
  at.querySelector(".b-told").replaceChildren(...lines.map((line) => make("li", { textContent: line })));
  at.querySelector(".b-told").classList.toggle("b-no", Boolean(trouble || (look && !look.legal)));
  const press = (textContent, onclick, className = "quiet") => make("button", { type: "button", textContent, onclick, className });
  const may = look?.legal && !sending;
  const does = [];
  if (ghost) {
    does.push(Object.assign(press("Do it", doIt, "b-doit"), { disabled: !may }));
    if (ghost.order.startsWith("move ") && ghost.way?.kind !== "contact" && may) does.push(press("and then …", andThen));
    if (look && !look.legal && nearestPlace(ways, ghost.at[0])) does.push(press("Nearest place", () => setGhost(nearestPlace(ways, ghost.at[0]))));
  }
  if (ways?.free) does.push(press("⟲", () => turn(-TURN)), press("⟳", () => turn(TURN)));
  does.filter((one) => one.textContent === "⟲").forEach((one) => one.setAttribute("aria-label", "Turn left"));
  does.filter((one) => one.textContent === "⟳").forEach((one) => one.setAttribute("aria-label", "Turn right"));
  if (ways?.group?.length) does.push(press(`Whole group (${ways.group.length})`, () => choose(ways.group)));
  for (const real of own) {
    const more = real.nextElementSibling?.textContent ?? "";
    const button = press(more ? `${real.textContent.trim()}: ${more}` : real.textContent.trim(), () => real.click());
    button.dataset.order = real.value;
    does.push(button);
  }
  does.push(press("Cancel", () => { clear(); putAway(); }));
  at.querySelector(".b-do").replaceChildren(...does);
  at.querySelector(".b-keys").textContent = keysFor();
}

// Orders

/** Sends a form of the page, and shows the state that answers. */
async function send(form, button) {
  if (sending) return;
  sending = true;
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.set(button.name, button.value);
  root().setAttribute("aria-busy", "true");
  showPanel();
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { "x-part": "battle" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const part = page.getElementById("battle");
    if (part) takeOver(part, answer.ok);
    else {
      const title = page.querySelector("h1")?.textContent ?? "the site sent an unexpected answer";
      tell(`Not done: ${title}.`);
    }
  } catch {
    tell("No connection. Press again: an order counts once, whatever became of the first try.");
  } finally {
    sending = false;
    root().removeAttribute("aria-busy");
    showPanel();
  }
}

/** Shows the new state in the page that is there: the ground of the drawing has not changed. */
function takeOver(part, isDone) {
  const page = root();
  if (part.querySelector("[data-waits]")) {
    // The other side decides now: the page that waits for it is another.
    location.reload();
    return;
  }
  const last = chosen?.[0];
  document.adoptNode(part);
  const battle = part.querySelector(".b-sheet g.battle");
  table().querySelector(":scope > g.battle").replaceWith(battle);
  const [now, then] = [page.querySelector(".b-tray"), part.querySelector(".b-tray")];
  now?.remove();
  if (then) page.querySelector(".b-map").append(then);
  for (const name of [".errors", ".b-sides", ".b-orders", ".b-log", ".links"]) {
    const [old, fresh] = [page.querySelector(name), part.querySelector(name)];
    if (old && fresh) old.replaceWith(fresh);
    else if (old) old.remove();
    else if (fresh && name === ".errors") page.prepend(fresh);
    else if (fresh) page.querySelector(".links").before(fresh);
  }
  Object.assign(page.dataset, part.dataset);
  document.querySelector("main > .errors")?.remove();
  if (location.search) history.replaceState(null, "", location.pathname);
  const sorry = page.querySelector(".errors li")?.textContent.trim();
  clear();
  prepare();
  if (sorry) tell(sorry);
  else if (isDone) say(`${page.querySelector(".b-log li")?.textContent.trim().replace(/\s+/g, " ") ?? ""}. ${page.querySelector(".b-task")?.textContent ?? ""}`);
  if (byKeys) focusOn(last);
  page.dispatchEvent(new CustomEvent("battle-changed", { bubbles: true, detail: { ok: isDone } }));
}

/** The focus goes to an element that may act: this one, or the first. */
function focusOn(id) {
  const wanted = id && (piece(id)?.matches("[tabindex]") ? piece(id) : tile(id));
  const any = wanted ?? pieces().find((one) => acting().includes(one.dataset.id)) ?? root().querySelector(".b-tray [data-id], .b-end");
  any?.focus({ preventScroll: true });
}

async function doIt() {
  if (!ghost || sending || !give()) return;
  const seen = look ?? await lookAtGhost();
  if (!seen?.legal || sending || !give()) return;
  give().elements.order.value = ghost.order;
  await send(give());
}

function andThen() {
  if (!look?.legal) return;
  choose(ways.who, ghost.order.slice(ghost.order.indexOf(": ") + 2));
}

function turn(by) {
  if (!ways?.free) return;
  const stance = ghost?.at[0] ?? ways.from[0] ?? ways.ways.find(hasPlaces)?.frames[0].at[0];
  if (!stance) return;
  const size = ways.ways.find((way) => way.size)?.size?.[1] ?? ways.depths[0] ?? 500;
  facing = (((stance[2] + by) % 3600) + 3600) % 3600;
  setGhost(ghostAt(ways, around(middle(stance, size), facing, size), "To this place"));
}

// Pointers

/** The ghost follows the wish of the hand. */
function follow() {
  if (!ways || !hold?.wish) return;
  const index = Math.max(ways.who.indexOf(hold.id), 0);
  const to = nearest(ways, index, hold.wish, ghost?.at[0]?.[2] ?? facing);
  if (to) setGhost(to);
}

const centre = (id) => {
  const at = ways?.who.indexOf(id) ?? -1;
  if (ghost?.at[at]) return middle(ghost.at[at], ways.depths[at]);
  const box = piece(id)?.querySelector(".base, circle")?.getBoundingClientRect();
  return box && under({ clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 });
};

function down(event) {
  byKeys = false;
  pointers.set(event.pointerId, event);
  if (pointers.size === 2) {
    hold = { kind: "pinch", ...pinch() };
    return;
  }
  if (pointers.size > 2 || (event.pointerType === "mouse" && event.button !== 0)) return;
  const id = idAt(event.target);
  const at = under(event);
  const start = { event, at, moved: false, id };
  if (tool === "stick") hold = { ...start, kind: "stick" };
  else if (tool === "group" || event.shiftKey) hold = { ...start, kind: id ? "add" : "lasso", line: [at] };
  else if (event.target.closest(".ghost")) {
    const figures = [...group("b-ghost").querySelectorAll(".ghost")];
    const index = figures.indexOf(event.target.closest(".ghost"));
    const from = ghost ? middle(ghost.at[index], ways.depths[index] ?? 500) : at;
    hold = { ...start, kind: "drag", id: ways.who[index], off: [at[0] - from[0], at[1] - from[1]] };
  } else if (id && acting().includes(id)) {
    const from = tile(id) ? at : centre(id) ?? at;
    hold = { ...start, kind: "drag", off: [at[0] - from[0], at[1] - from[1]] };
    if (!chosen?.includes(id)) choose([id]);
    // A press on the element itself, and not on its ghost, begins at the beginning.
    else if (piece(id)?.contains(event.target)) hold.off = [0, 0];
  } else if (id) hold = { ...start, kind: "target" };
  else hold = { ...start, kind: event.pointerType === "mouse" && isNear() ? "pan" : "ground" };
  if (hold && hold.kind !== "ground" && hold.kind !== "target") {
    try {
      event.currentTarget.setPointerCapture(event.pointerId);
    } catch { /* the pointer is gone already */ }
  }
}

function pinch() {
  const [a, b] = [...pointers.values()];
  const spread = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  return { spread, clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
}

function move(event) {
  if (!pointers.has(event.pointerId)) return;
  const before = pointers.get(event.pointerId);
  pointers.set(event.pointerId, event);
  if (!hold) return;
  if (hold.kind === "pinch") {
    if (pointers.size < 2) return;
    const now = pinch();
    pan(now.clientX - hold.clientX, now.clientY - hold.clientY);
    if (hold.spread > 10 && now.spread > 10) zoom(now.spread / hold.spread, now);
    hold = { kind: "pinch", ...now };
    return;
  }
  hold.moved ||= Math.hypot(event.clientX - hold.event.clientX, event.clientY - hold.event.clientY) > STILL;
  if (!hold.moved) return;
  const at = under(event);
  if (hold.kind === "drag") {
    hold.wish = [at[0] - hold.off[0], at[1] - hold.off[1]];
    follow();
  } else if (hold.kind === "pan") pan(event.clientX - before.clientX, event.clientY - before.clientY);
  else if (hold.kind === "stick") say(`${lay(hold.at, at)} BW`);
  else if (hold.kind === "lasso") {
    hold.line.push(at);
    group("b-aim").replaceChildren(element("path", { class: "lasso", d: `M${hold.line.map((one) => drawn(one).join(" ")).join("L")}Z` }));
  }
}

function up(event) {
  const was = hold;
  pointers.delete(event.pointerId);
  if (!was || (was.kind === "pinch" && pointers.size > 0)) return;
  hold = null;
  if (event.type === "pointercancel") return;
  if (was.kind === "lasso") {
    group("b-aim").replaceChildren();
    const caught = was.moved ? acting().filter((id) => piece(id) && isWithin(centre(id), was.line)) : [];
    if (caught.length) choose(caught);
    else if (!was.moved) clear();
  } else if (was.kind === "add" && !was.moved) {
    if (!acting().includes(was.id)) return;
    const others = (chosen ?? []).filter((id) => id !== was.id);
    const names = chosen?.includes(was.id) ? others : [...others, was.id];
    if (names.length) choose(names);
    else clear();
  } else if (was.kind === "target" && !was.moved) aimAt(was.id);
  else if (was.kind === "ground" && !was.moved && ways && (ways.ways.length || ways.free)) {
    hold = { ...was, id: ways.who[0], wish: was.at };
    follow();
    hold = null;
  } else if (was.kind === "pan" && !was.moved && !ways) clear();
}

/** Shows the buttons that aim at an element of either side. */
function aimAt(id) {
  if (!buttons().some((button) => namesIn(button.value).includes(id))) {
    clear();
    return;
  }
  clear();
  chosen = [id];
  showAll();
}

/** A line between the two whom a button names. */
function aim(target) {
  const button = target.closest?.("button[name=order], .b-panel button[data-order]");
  const [from, to] = namesIn(button?.dataset.order ?? button?.value ?? "").map(centre);
  const into = group("b-aim");
  into.replaceChildren();
  if (!from || !to || !/^(fight|shoot|bespell)/.test(button.dataset.order ?? button.value)) return;
  const [[x1, y1], [x2, y2]] = [drawn(from), drawn(to)];
  into.append(element("line", { x1, y1, x2, y2 }));
}

// Keys

function steps(event) {
  const arrow = ARROWS[event.key];
  if (!ways) return false;
  const way = (kind, left) => ways.ways.find((one) => one.kind === kind && (left === undefined || one.left === left));
  if (!arrow) return false;
  const on = ghost?.way;
  const first = ways.ways.find(hasPlaces);
  if ((on && hasPlaces(on) && on.kind !== "contact" && on.kind !== "into") || (!way("ahead") && !way("wheel") && first)) {
    const from = on && hasPlaces(on) ? on : first;
    const by = on === from ? nextPlace(from, ghost.by, arrow) : 0;
    if (by !== null) setGhost(ghostOn(from, by));
    return true;
  }
  const along = (one, sign, step) => {
    const by = one && next(one, on === one ? ghost.by : 0, sign * step);
    if (by !== null && by !== undefined) setGhost(ghostOn(one, by));
    return by !== null && by !== undefined;
  };
  const [right, forward] = arrow;
  const [onward, backward] = right ? [way("wheel", right < 0), way("wheel", right > 0)] : forward > 0
    ? [way("ahead") ?? way("road"), way("back")] : [way("back"), way("ahead") ?? way("road")];
  const step = right ? WHEEL : AHEAD;
  // Whoever has gone one way comes back on it before going the other.
  if (on && on === backward) {
    if (!along(backward, -1, step)) unset();
  } else along(onward, 1, step);
  return true;
}

/** Takes the ghost away; those who were chosen stay so. */
function unset() {
  [ghost, look] = [null, null];
  drawGhost();
  showPanel();
  say("Back where it stood.");
}

/** Steps through the places of some kinds of way. */
function cycle(kinds) {
  const all = (ways?.ways ?? []).filter((way) => kinds.includes(way.kind)).flatMap((way) => way.frames.map((_, by) => ghostOn(way, by)));
  if (!all.length) return;
  const at = all.findIndex((one) => one.order === ghost?.order);
  setGhost(all[(at + 1) % all.length]);
}

function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  const id = idAt(event.target);
  const onButton = event.target.closest("button") && !id;
  const does = {
    Escape: () => { clear(); putAway(); },
    c: () => cycle(["contact"]),
    p: () => cycle(["anywhere", "into", "place", "camp", "land"]),
    q: () => turn(-TURN),
    w: () => turn(TURN),
    n: andThen,
    g: () => ways?.group?.length && choose(ways.group),
  };
  if (event.key === "Enter" || event.key === " ") {
    if (onButton || !id) return;
    event.preventDefault();
    byKeys = true;
    if (event.shiftKey && chosen && acting().includes(id)) choose([...new Set([...chosen, id])]);
    else if (event.key === "Enter" && chosen?.includes(id) && ghost) doIt();
    else if (acting().includes(id) && !chosen?.includes(id)) choose([id]);
    else if (!acting().includes(id)) aimAt(id);
    if (ownButtons().length && !ways?.ways.length) root().querySelector(".b-panel [data-order]")?.focus();
    return;
  }
  byKeys = true;
  if (steps(event)) event.preventDefault();
  else if (does[event.key] && chosen) {
    event.preventDefault();
    does[event.key]();
  }
}

// The page

function tools() {
  if (root().querySelector(".b-tools")) return;
  const press = (textContent, label, onclick) => {
    const button = make("button", { type: "button", className: "quiet", textContent, onclick });
    button.setAttribute("aria-label", label);
    return button;
  };
  const toggle = (name, textContent) => {
    const button = make("button", { type: "button", className: "quiet", textContent });
    button.setAttribute("aria-pressed", "false");
    button.dataset.tool = name;
    button.onclick = () => {
      tool = tool === name ? null : name;
      putAway();
      for (const other of root().querySelectorAll("[data-tool]")) other.setAttribute("aria-pressed", String(other.dataset.tool === tool));
      root().classList.toggle("b-tool", tool !== null);
    };
    return button;
  };
  const boxes = Object.entries(LAYERS).map(([name, words]) => {
    const box = make("input", { type: "checkbox", checked: isShown(name) });
    box.dataset.layer = name;
    box.onchange = () => {
      showLayer(name, box.checked);
      showLayers();
    };
    return make("label", { className: "choice" }, box, make("span", { textContent: words }));
  });
  const over = make("details", { className: "b-over" }, make("summary", { textContent: "Show" }), make("div", {}, ...boxes));
  const bar = make("div", { className: "b-tools" }, press("+", "Larger", () => zoom(1.5)), press("−", "Smaller", () => zoom(1 / 1.5)),
    press("Whole table", "Whole table", showWhole), toggle("stick", "Measure"), over);
  if (give()) bar.append(toggle("group", "Group"));
  sheet().before(bar);
}

/** A button for what is placed without an element: the camp, or those who land. */
function trayOf() {
  const whole = root().querySelector("#offers option[value^='camp '], #offers option[value^='land ']");
  let tray = root().querySelector(".b-tray");
  if (whole && !tray) {
    tray = make("div", { className: "b-tray" });
    const words = whole.value.startsWith("camp ") ? "Place the camp" : "Land";
    tray.append(make("button", { type: "button", className: "quiet b-whole", textContent: words, onclick: () => choose([]) }));
    root().querySelector(".b-map").append(tray);
  }
  if (!tray) return;
  tray.hidden = false;
  tray.addEventListener("pointerdown", (event) => idAt(event.target) && down(event));
  tray.addEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel"]) tray.addEventListener(name, up);
  tray.addEventListener("touchstart", (event) => idAt(event.target) && event.preventDefault(), { passive: false });
  tray.addEventListener("click", (event) => {
    // A click without a pointer comes from the keyboard.
    const id = idAt(event.target);
    if (id && event.detail === 0) {
      byKeys = true;
      if (!chosen?.includes(id)) choose([id]);
    }
  });
}

/** Makes a new state ready for hands. */
function prepare() {
  tools();
  trayOf();
  showAll();
}

function start() {
  if (!root() || !map()) return;
  const at = sheet();
  at.addEventListener("pointerdown", down);
  at.addEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel"]) at.addEventListener(name, up);
  // One finger beside the pieces scrolls the page; one on a piece drags it, and two belong to the map.
  const belongs = (event) => event.touches.length > 1 || tool || event.target.closest(".b-able, .ghost");
  at.addEventListener("touchstart", (event) => belongs(event) && event.preventDefault(), { passive: false });
  at.addEventListener("touchmove", (event) => (event.touches.length > 1 || tool || hold?.kind === "drag") && event.preventDefault(), { passive: false });
  at.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 300), event);
  }, { passive: false });
  root().addEventListener("keydown", key);
  for (const name of ["pointerover", "focusin"]) root().addEventListener(name, (event) => !hold && aim(event.target));
  document.addEventListener("submit", (event) => {
    if (!root().contains(event.target) || event.target.method !== "post" || event.defaultPrevented) return;
    // A move whose next leg is still to be chosen leads to another page.
    if (event.submitter?.value === "more") return;
    event.preventDefault();
    send(event.target, event.submitter);
  });
  prepare();
  const ticked = [...root().querySelectorAll(".b-choose input:checked")].map((box) => box.name.slice("who-".length));
  const so_far = new URLSearchParams(location.search).get("legs") ?? "";
  if (ticked.length) choose(ticked, so_far);
  document.documentElement.dataset.battle = "ready";
}

start();
