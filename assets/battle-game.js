// The table of a battle: what is in hand, what the server says about it, and the panel that tells it. The ghost follows along
// what is legal. What may be done, and what it costs, is asked of the server, at the addresses that the page names; an order
// is sent by the form of the page.

import { around, ghostAt, hasPlaces, middle, nearestPlace } from "battle-ghost.js";
import { UNIT, drawLayers, drawn, element, group, putAway, showsLayers, table } from "battle-view.js";

/** The time for which the ghost rests before the server is asked, in milliseconds. */
const REST = 110;
/** The step of the buttons that turn, in tenths of a degree. */
const TURN = 150;

export const root = () => document.getElementById("battle");
export const sheet = () => root().querySelector(".b-sheet");
export const give = () => document.getElementById("b-give");
export const acting = () => root().dataset.acting.split(" ").filter(Boolean);
export const pieces = () => [...table().querySelectorAll(".battle .element[data-id]")];
export const piece = (id) => table().querySelector(`.battle .element[data-id="${CSS.escape(id)}"]`);
export const tile = (id) => root().querySelector(`.b-tray [data-id="${CSS.escape(id)}"]`);
export const idAt = (target) => target.closest?.(".element[data-id], .b-tray [data-id]")?.dataset.id;
export const namesIn = (order) => order.match(/\b[ab]\d+\b/g) ?? [];
export const buttons = () => [...root().querySelectorAll("#offers .b-buttons button[name=order]")];

/** Whether those who are chosen can go somewhere. */
export const mayGo = () => Boolean(game.ways && (game.ways.ways.length || game.ways.free || game.ways.each));

/** What is in hand. */
export const game = {
  /** The names of the chosen elements; null if nothing is chosen, none for the camp. */
  chosen: null,
  /** The ways of the chosen elements, as the server has answered. */
  ways: null,
  /** Where the ghost stands, and the answer to the look at it. */
  ghost: null,
  look: null,
  /** The facing that a single element is to have. */
  facing: 0,
  /** What is said instead of a look. */
  trouble: "",
  /** What is said of an element that was tapped, or of a tool. */
  about: "",
  /** Whether the keyboard was used last. */
  byKeys: false,
  /** The tool that is in hand: `stick` or `group`. */
  tool: null,
  /** Called when ways have arrived. */
  arrived: () => {},
};
let sending = false;
/** What is being sent, and for a thought of the computer what ends it. */
let running = Promise.resolve();
let thought = null;
let layers = null;

export function make(tag, props, ...children) {
  const made = Object.assign(document.createElement(tag), props);
  made.append(...children);
  return made;
}

// Asking

/** Asks the server about the state that the page shows; null where it has no answer, which is told. */
async function ask(what, fields, signal) {
  const address = new URL(root().dataset[what], location.href);
  for (const [name, value] of Object.entries({ digest: root().dataset.digest, ...fields })) address.searchParams.set(name, value);
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" }, signal });
    const data = await answer.json();
    if (answer.ok) return data;
    tell(data.error, answer.status === 409);
  } catch (error) {
    if (error.name !== "AbortError") tell("The site does not answer. Try again.");
  }
  return null;
}

function tell(words, isOld = false) {
  game.trouble = words;
  game.look = null;
  showPanel();
  say(words);
  if (isOld) panel().querySelector(".b-do").prepend(make("button", { type: "button", textContent: "Look again", onclick: () => location.reload() }));
}

/** Says something about what was tapped. */
export function about(words) {
  game.about = words;
  showPanel();
  say(words);
}

let told = null;
export function say(words) {
  if (!told) {
    told = make("p", { className: "hidden", id: "b-said" });
    told.setAttribute("role", "status");
    document.body.append(told);
  }
  told.textContent = words;
}

/** The number of the last question about ways: a late answer to an earlier one is dropped. */
let asked = 0;

/** Chooses elements, after some legs of a move. */
export async function choose(names, so_far = "") {
  const question = ++asked;
  const { chosen, ways } = game;
  Object.assign(game, { chosen: names, ways: null, ghost: null, look: null, trouble: "", about: "" });
  showAll();
  const answer = await ask("ways", { who: names.join(" "), legs: so_far });
  if (question !== asked) return;
  const isAdded = names.length > 1 && chosen?.length > 0 && !so_far;
  if (answer && !answer.ways.length && isAdded && answer.refused) {
    // Elements that cannot move together are not chosen together.
    Object.assign(game, { chosen, ways });
    showAll();
    tell(answer.refused);
    return;
  }
  if (!answer) {
    if (isAdded) Object.assign(game, { chosen, ways });
    showPieces();
    return;
  }
  game.ways = answer;
  game.facing = game.ways.from[0]?.[2] ?? game.ways.ways.find(hasPlaces)?.frames[0].at[0][2] ?? 0;
  prepareGhost();
  if (game.ways.stop) setGhost({ way: null, by: 0, at: game.ways.from, label: "To here", order: game.ways.stop });
  else game.arrived();
  showAll();
  if (game.byKeys) say(`${game.ways.chosen || "Chosen"}. ${game.ways.refused ?? keysFor()}`);
}

export function clear() {
  asked += 1;
  Object.assign(game, { chosen: null, ways: null, ghost: null, look: null, trouble: "", about: "" });
  group("b-ghost").replaceChildren();
  group("b-aim").replaceChildren();
  showAll();
}

let resting = 0;
let looking = null;

/** Puts the ghost somewhere, and looks at the order once it rests. */
export function setGhost(to) {
  if (to && game.ghost?.order === to.order) return;
  Object.assign(game, { ghost: to, look: null, trouble: "" });
  drawGhost();
  showPanel();
  clearTimeout(resting);
  looking?.abort();
  if (to) resting = setTimeout(lookAtGhost, REST);
}

async function lookAtGhost() {
  const order = game.ghost?.order;
  if (!order) return null;
  clearTimeout(resting);
  looking?.abort();
  looking = new AbortController();
  const answer = await ask("look", { order }, looking.signal);
  if (!answer || game.ghost?.order !== order) return null;
  game.look = answer;
  // The server knows where everybody ends to the last thousandth.
  if (game.look.legal && game.ways) {
    const ends = game.ways.who.map((id) => game.look.ends.find((end) => end.id === id)?.at);
    if (ends.length && ends.every(Boolean)) game.ghost.at = ends;
  }
  drawGhost();
  showPanel();
  say(`${ghostWords()}. ${game.look.told.join(" ")}`);
  return game.look;
}

// Drawing

/** A base with a front and a name, for an element that is not drawn as one. */
function bareBase(name, depth) {
  const height = depth / UNIT;
  return [
    element("path", { class: "base bare", d: `M0 0H42L50 -11L58 0H100V${height}H0Z` }),
    element("text", { class: "bare", transform: `translate(50 ${height / 2}) rotate(0)`, y: 12, "text-anchor": "middle" }, name),
  ];
}

/** The figures of the ghost, made once for the chosen elements. */
function prepareGhost() {
  const into = group("b-ghost");
  const size = game.ways.ways.find((way) => way.size)?.size;
  const [first] = game.ways.ways;
  const figures = (game.ways.who.length ? game.ways.who : first?.who ?? []).map((id, at) => {
    const from = piece(id) ?? tile(id)?.querySelector(".element");
    // An element that waits at sea has no drawing, and an ensorcelled one only a marker.
    const parts = from && !from.querySelector("circle") ? [...from.children].filter((part) => !part.matches("title, .ring"))
      .map((part) => part.cloneNode(true)) : bareBase(from?.querySelector("text").textContent ?? id, game.ways.depths[at] ?? first.depths[at]);
    return element("g", { class: "ghost" }, ...parts);
  });
  if (!figures.length && size) {
    const [width, height] = size.map((length) => length / 10);
    figures.push(element("g", { class: "ghost" }, element("rect", { class: "camp", width, height })));
  }
  if (!figures.length && game.ways.free) figures.push(element("g", { class: "ghost" }, element("rect", { class: "camp", width: 100, height: 50 })));
  into.replaceChildren(element("path", { class: "way" }), ...figures);
}

export function drawGhost() {
  const into = group("b-ghost");
  const figures = [...into.querySelectorAll(".ghost")];
  const verdict = game.look ? (game.look.legal ? "legal" : "illegal") : "";
  into.setAttribute("class", `b-ghost ${verdict}`);
  let line = "";
  figures.forEach((figure, at) => {
    const stance = game.ghost?.at[at];
    figure.toggleAttribute("hidden", !stance);
    figure.setAttribute("visibility", stance ? "visible" : "hidden");
    if (!stance) return;
    const [x, y] = drawn(stance);
    figure.setAttribute("transform", `translate(${x} ${y}) rotate(${stance[2] / 10})`);
    for (const upright of figure.querySelectorAll("text[transform], use")) {
      upright.setAttribute("transform", upright.getAttribute("transform").replace(/rotate\([^)]*\)/, `rotate(${-stance[2] / 10})`));
    }
    const from = game.ways?.from[at];
    if (from) line += `M${drawn(middle(from, game.ways.depths[at])).join(" ")}L${drawn(middle(stance, game.ways.depths[at])).join(" ")}`;
  });
  into.querySelector(".way")?.setAttribute("d", line);
  const touched = new Set((game.look?.touches ?? []).map(([, enemy]) => enemy));
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
    one.classList.toggle("b-chosen", game.chosen?.includes(id) ?? false);
    if (!is) {
      for (const name of ["tabindex", "role", "aria-label", "aria-pressed"]) one.removeAttribute(name);
      continue;
    }
    one.setAttribute("tabindex", "0");
    one.setAttribute("role", "button");
    // The name contains the letters on the base, which are what voice control is told.
    const name = labels.get(id) ?? one.querySelector("title")?.textContent ?? id;
    one.setAttribute("aria-label", `${name}, ${one.querySelector("text")?.textContent ?? ""}`);
    one.setAttribute("aria-pressed", String(game.chosen?.includes(id) ?? false));
  }
  for (const one of root().querySelectorAll(".b-tray [data-id]")) {
    one.setAttribute("aria-pressed", String(game.chosen?.includes(one.dataset.id) ?? false));
  }
}

export async function showLayers() {
  if (!showsLayers()) {
    drawLayers(null);
    return;
  }
  const who = (game.chosen ?? []).join(" ");
  const key = `${root().dataset.digest} ${who}`;
  if (layers?.key !== key) {
    const data = await ask("layers", { who });
    if (!data) return;
    layers = { key, data };
  }
  drawLayers(layers.data);
}

export function showAll() {
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
  root().querySelector(".b-map").after(made);
  return made;
}

const lengthOf = () => (game.ghost?.way?.stretches
  ? game.ghost.way.kind === "wheel" ? ` ${game.ghost.by / 10}°` : ` ${game.ghost.by / 1000} BW` : "");
const ghostWords = () => `${game.ghost.label}${lengthOf()}`;

function keysFor() {
  if (!mayGo()) return "";
  if (game.ways.each) return "Arrows: from place to place · Enter: do it · Esc: cancel";
  const has = (kind) => game.ways.ways.some((way) => way.kind === kind);
  const parts = has("ahead") || has("wheel") ? ["↑ ↓ ahead and back", "← → wheel"] : ["Arrows: from place to place"];
  if (has("contact")) parts.push("C contacts");
  if (has("anywhere") || has("into")) parts.push("P other places");
  if (game.ways.free) parts.push("Q and W turn");
  if (game.ways.free?.[0].startsWith("place ")) parts.push("Shift and click: more of them");
  if (has("ahead")) parts.push("N and then");
  return [...parts, "Enter: do it", "Esc: cancel"].join(" · ");
}

/** The orders of the page that name the only chosen element. */
export function ownButtons() {
  const [id, ...more] = game.chosen ?? [];
  return id && !more.length ? buttons().filter((button) => namesIn(button.value).includes(id)) : [];
}

function howToGo() {
  if (game.ways.each) return "Drag any of them and let go where they are to stand, tap there, or use the arrow keys.";
  return `${game.ways.who.length ? "Drag it, tap" : "Tap"} where it is to go, or use the arrow keys.`;
}

export function showPanel() {
  const at = panel();
  const own = ownButtons();
  at.hidden = game.chosen === null && !game.trouble && !game.about;
  document.body.classList.toggle("b-open", !at.hidden);
  if (at.hidden) return;
  // Its name on the drawing has its factors.
  const only = game.chosen?.length === 1 && !game.ghost ? piece(game.chosen[0])?.querySelector("title")?.textContent : "";
  const names = only || game.ways?.chosen || game.chosen?.join(", ") || (game.chosen ? game.ways?.ways[0]?.label ?? "" : game.about);
  const head = [make("strong", { textContent: names })];
  if (game.ways?.so_far) head.push(`: ${game.ways.so_far}, and then`);
  if (game.ghost) head.push(`: ${ghostWords()}`);
  at.querySelector(".b-who").replaceChildren(...head);
  const lines = game.trouble ? [game.trouble] : game.look ? game.look.told
    : game.ghost ? ["…"] : game.ways?.refused && !own.length ? [game.ways.refused] : game.ways && !own.length ? [howToGo()] : [];
  at.querySelector(".b-told").replaceChildren(...lines.map((line) => make("li", { textContent: line })));
  at.querySelector(".b-told").classList.toggle("b-no", Boolean(game.trouble || (game.look && !game.look.legal)));
  const press = (textContent, onclick, className = "quiet") => make("button", { type: "button", textContent, onclick, className });
  // Of several that are set up, some may stand even if others may not.
  const may = (game.look?.legal || game.ghost?.each) && !sending;
  const does = [];
  if (game.ghost) {
    does.push(Object.assign(press("Do it", doIt, "b-doit"), { disabled: !may }));
    if (game.ghost.order.startsWith("move ") && game.ghost.way?.kind !== "contact" && may) does.push(press("and then …", andThen));
    const near = game.look && !game.look.legal && nearestPlace(game.ways, game.ghost.at[0]);
    if (near) does.push(press("Nearest place", () => setGhost(near)));
  }
  if (game.ways?.free) {
    for (const [sign, by, words] of [["↺", -TURN, "Turn left"], ["↻", TURN, "Turn right"]]) {
      does.push(Object.assign(press(sign, () => turn(by)), { ariaLabel: words, title: words }));
    }
  }
  const whole = game.ways?.group;
  if (whole?.length) does.push(press(`Whole group (${whole.length})`, () => choose(whole)));
  for (const real of own) {
    const more = real.nextElementSibling?.textContent ?? "";
    const button = press(more ? `${real.textContent.trim()}: ${more}` : real.textContent.trim(), () => real.click());
    button.dataset.order = real.value;
    does.push(button);
  }
  does.push(press(game.chosen ? "Cancel" : "Close", () => { clear(); putAway(); }));
  at.querySelector(".b-do").replaceChildren(...does);
  at.querySelector(".b-keys").textContent = keysFor();
}

// Orders

/** Does something that sends forms, and nothing else meanwhile. */
async function whileSending(does) {
  // A thought of the computer gives way to whatever else is done.
  if (sending) {
    if (!thought) return;
    thought.abort();
    await running;
    if (sending) return;
  }
  sending = true;
  root().setAttribute("aria-busy", "true");
  showPanel();
  try {
    running = does();
    await running;
  } finally {
    sending = false;
    root().removeAttribute("aria-busy");
    showPanel();
  }
}

/** Sends a form of the page, and shows the state that answers; whether what it asks for was done. */
async function post(form, button, signal) {
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.set(button.name, button.value);
  try {
    const answer = await fetch(form.action, { method: "POST", body, signal, headers: { "x-part": "battle" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const part = page.getElementById("battle");
    if (part) {
      takeOver(part, answer.ok);
      return answer.ok;
    }
    const title = page.querySelector("h1")?.textContent ?? "the site sent an unexpected answer";
    tell(`Not done: ${title}.`);
  } catch {
    if (!signal?.aborted) tell("No connection. Press again: an order counts once, whatever became of the first try.");
  }
  return false;
}

/** Sends a form of the page, and shows the state that answers. */
export const send = (form, button) => whileSending(async () => {
  const inList = root().querySelector("#offers")?.contains(form);
  await post(form, button);
  if (inList) lookAtAnswer();
});

/** Lets the computer think about the present state, and shows what it does; any other order ends the thought. */
export async function askToThink(form) {
  thought = new AbortController();
  const { signal } = thought;
  try {
    await whileSending(() => post(form, null, signal));
  } finally {
    thought = null;
  }
}

/** Sets up several elements, one order after the other; those that are left when one is refused stay chosen. */
const setUp = (each) => whileSending(async () => {
  const left = [...each];
  const name = ({ id }) => (tile(id)?.querySelector("span") ?? piece(id)?.querySelector("title"))?.textContent.trim() ?? id;
  let refused = "";
  while (left.length && !refused && give()) {
    const called = name(left[0]);
    give().elements.order.value = left[0].order;
    if (await post(give())) left.shift();
    else refused = `${called}: ${game.trouble}`;
  }
  if (!refused) {
    say(`${each.length} elements are placed.`);
    return;
  }
  await choose(left.map(({ id }) => id));
  tell(refused);
});

/** Brings the answer to an order of the list into sight: what was wrong with it, or else the table. */
function lookAtAnswer() {
  const answer = root().querySelector(".errors") ?? root().querySelector("#table");
  const { top } = answer.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) answer.scrollIntoView({ block: "start", behavior: "instant" });
  if (answer.matches(".errors")) answer.focus({ preventScroll: true });
}

/** Shows what the other side has done meanwhile, unless the reader has begun or done something before it came. */
export async function refresh() {
  if (sending) return;
  const seen = root().dataset.digest;
  try {
    const answer = await fetch(location.pathname, { headers: { "x-part": "battle" }, cache: "no-store" });
    const part = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("battle");
    if (!part || !answer.ok || sending || root().dataset.digest !== seen) return;
    if (game.chosen) root().querySelector(".b-news").hidden = false;
    else takeOver(part, true);
  } catch { /* The line is gone; the next event comes with it. */ }
}

/** Shows the new state in the page that is there: the ground of the drawing has not changed. */
function takeOver(part, isDone) {
  const page = root();
  const last = game.chosen?.[0];
  document.adoptNode(part);
  // The panel tells the mistake too, where the hand is: the page does not jump away from it.
  part.querySelector(".errors")?.removeAttribute("autofocus");
  const battle = part.querySelector(".b-sheet g.battle");
  table().querySelector(":scope > g.battle").replaceWith(battle);
  const [now, then] = [page.querySelector(".b-tray"), part.querySelector(".b-tray")];
  now?.remove();
  if (then) sheet().before(then);
  for (const name of [".errors", ".b-sides", ".b-goal", ".b-orders", ".b-log", ".b-try", ".links"]) {
    const [old, fresh] = [page.querySelector(name), part.querySelector(name)];
    if (old && fresh) old.replaceWith(fresh);
    else if (old) old.remove();
    else if (fresh && name === ".errors") page.prepend(fresh);
    else if (fresh) page.querySelector(".links").before(fresh);
  }
  Object.assign(page.dataset, part.dataset);
  const [stood, stands] = [page.querySelector("#table"), part.querySelector("#table")];
  if (stands.dataset.lines) stood.dataset.lines = stands.dataset.lines;
  if (!stands.dataset.events) delete stood.dataset.events;
  document.querySelector("main > .errors")?.remove();
  // Elements and legs that were chosen are no longer so; the orders of a lesson are part of its address.
  history.replaceState(null, "", page.dataset.here ?? location.pathname);
  const sorry = page.querySelector(".errors li")?.textContent.trim();
  clear();
  page.dispatchEvent(new CustomEvent("battle-changed", { bubbles: true, detail: { ok: isDone } }));
  if (sorry) tell(sorry);
  else if (isDone) say(`${page.querySelector(".b-log li")?.textContent.trim().replace(/\s+/g, " ") ?? ""}. ${page.querySelector(".b-reached, .b-task")?.textContent.trim().replace(/\s+/g, " ") ?? ""}`);
  if (game.byKeys) focusOn(last);
}

/** The focus goes to an element that may act: this one, or the first. */
function focusOn(id) {
  const wanted = id && (piece(id)?.matches("[tabindex]") ? piece(id) : tile(id));
  const any = wanted ?? pieces().find((one) => acting().includes(one.dataset.id)) ?? root().querySelector(".b-tray [data-id], .b-end, #next");
  any?.focus({ preventScroll: true });
}

export async function doIt() {
  if (!game.ghost || sending || !give()) return;
  if (game.ghost.each) {
    await setUp(game.ghost.each);
    return;
  }
  const seen = game.look ?? await lookAtGhost();
  if (!seen?.legal || sending || !give()) return;
  give().elements.order.value = game.ghost.order;
  await send(give());
}

export function andThen() {
  if (!game.look?.legal) return;
  choose(game.ways.who, game.ghost.order.slice(game.ghost.order.indexOf(": ") + 2));
}

export function turn(by) {
  if (!game.ways?.free) return;
  const stance = game.ghost?.at[0] ?? game.ways.from[0] ?? game.ways.ways.find(hasPlaces)?.frames[0].at[0];
  if (!stance) return;
  const size = game.ways.ways.find((way) => way.size)?.size?.[1] ?? game.ways.depths[0] ?? 500;
  game.facing = (((stance[2] + by) % 3600) + 3600) % 3600;
  setGhost(ghostAt(game.ways, around(middle(stance, size), game.facing, size), "To this place"));
}
