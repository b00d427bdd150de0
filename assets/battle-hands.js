// The hands at the table of a battle: pointers and keys. Elements are chosen, dragged or moved by keys; two fingers move and
// enlarge the map.

import { movedRank, rankAt, restingRank } from "battle-deploy.js";
import { ghostOn, hasPlaces, middle, nearest, next, nextPlace } from "battle-ghost.js";
import {
  about, acting, andThen, buttons, choose, clear, doIt, drawGhost, game, idAt, mayGo, namesIn, ownButtons, piece, root, say, setGhost,
  showAll, showPanel, tile, turn,
} from "battle-game.js";
import { drawn, element, group, isNear, isWithin, lay, pan, putAway, under, zoom } from "battle-view.js";

/** A press that moves less than this many pixels is a tap. */
const STILL = 6;
/** The steps of keys: lengths in thousandths of a BW, angles in tenths of a degree. */
const [AHEAD, WHEEL, TURN] = [250, 50, 150];
const ARROWS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** The press in progress, and the places of all pointers that are down. */
let hold = null;
const pointers = new Map();

export const holds = () => hold?.kind;

// Pointers

/** The ghost follows the wish of the hand. */
export function follow() {
  if (!game.ways || !hold?.wish) return;
  const at = game.ways.who.indexOf(hold.id);
  const to = game.ways.each ? rankAt(game.ways, at < 0 ? null : at, hold.wish) : nearest(game.ways, Math.max(at, 0), hold.wish, game.facing);
  if (to) setGhost(to);
}

const centre = (id) => {
  const at = game.ways?.who.indexOf(id) ?? -1;
  if (game.ghost?.at[at]) return middle(game.ghost.at[at], game.ways.depths[at]);
  const box = piece(id)?.querySelector(".base, circle")?.getBoundingClientRect();
  return box && under({ clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 });
};

export function down(event) {
  game.byKeys = false;
  pointers.set(event.pointerId, event);
  if (pointers.size === 2) {
    hold = { kind: "pinch", ...pinch() };
    return;
  }
  if (pointers.size > 2 || (event.pointerType === "mouse" && event.button !== 0)) return;
  const id = idAt(event.target);
  const at = under(event);
  const start = { event, at, moved: false, id };
  if (game.tool === "stick") hold = { ...start, kind: "stick" };
  else if (game.tool === "group" || event.shiftKey || event.ctrlKey) hold = { ...start, kind: id ? "add" : "lasso", line: [at] };
  else if (event.target.closest(".ghost")) {
    const figures = [...group("b-ghost").querySelectorAll(".ghost")];
    const index = figures.indexOf(event.target.closest(".ghost"));
    const from = game.ghost ? middle(game.ghost.at[index], game.ways.depths[index] ?? 500) : at;
    hold = { ...start, kind: "drag", id: game.ways.who[index], off: [at[0] - from[0], at[1] - from[1]] };
  } else if (id && acting().includes(id)) {
    const from = tile(id) ? at : centre(id) ?? at;
    hold = { ...start, kind: "drag", off: [at[0] - from[0], at[1] - from[1]] };
    if (!game.chosen?.includes(id)) choose([id]);
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

export function move(event) {
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
  if (hold.kind === "add") dragOrLasso();
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

/** A press that would have added an element to the chosen ones goes on as a drag or as a lasso. */
function dragOrLasso() {
  const isChosen = game.chosen?.includes(hold.id);
  if (tile(hold.id) || (isChosen && game.ways?.each)) {
    const from = tile(hold.id) ? hold.at : centre(hold.id) ?? hold.at;
    Object.assign(hold, { kind: "drag", off: [hold.at[0] - from[0], hold.at[1] - from[1]] });
    if (!isChosen) choose([...(game.chosen ?? []), hold.id]);
  } else {
    // A lasso may begin on a piece: a finger is broad.
    hold.kind = "lasso";
  }
}

/** Several elements are set up where they are let go of; a single one may be turned first. */
function letGo(event) {
  if (!game.ghost?.each) return;
  if (document.elementFromPoint(event.clientX, event.clientY)?.closest(".b-sheet")) doIt();
  else unset();
}

export function up(event) {
  const was = hold;
  pointers.delete(event.pointerId);
  if (!was || (was.kind === "pinch" && pointers.size > 0)) return;
  hold = null;
  if (event.type === "pointercancel") return;
  if (was.kind === "lasso") {
    group("b-aim").replaceChildren();
    const caught = was.moved ? acting().filter((id) => piece(id) && isWithin(centre(id), was.line)) : [];
    if (caught.length) choose(caught);
    else if (!was.moved) goTo(was);
  } else if (was.kind === "add" && !was.moved) {
    if (!acting().includes(was.id)) return;
    const others = (game.chosen ?? []).filter((id) => id !== was.id);
    const names = game.chosen?.includes(was.id) ? others : [...others, was.id];
    if (names.length) choose(names);
    else clear();
  } else if (was.kind === "drag" && was.moved) letGo(event);
  else if (was.kind === "target" && !was.moved) {
    // With somebody chosen that moves, a tap on an enemy means “go there”; otherwise, “who is this?”.
    if (mayGo() && !buttons().some((button) => namesIn(button.value).includes(was.id))) goTo(was);
    else aimAt(was.id);
  } else if (was.kind === "ground" && !was.moved && mayGo()) goTo(was);
  else if (was.kind === "pan" && !was.moved && !game.ways) clear();
}

/** Puts the ghost as near as it can get to the place of a tap. */
function goTo(tap) {
  if (!mayGo()) {
    clear();
    return;
  }
  hold = { ...tap, id: game.ways.each ? null : game.ways.who[0], wish: tap.at };
  follow();
  hold = null;
}

/** Shows the buttons that aim at an element of either side, or says who it is. */
function aimAt(id) {
  clear();
  if (!buttons().some((button) => namesIn(button.value).includes(id))) {
    about(piece(id)?.querySelector("title")?.textContent ?? id);
    return;
  }
  game.chosen = [id];
  showAll();
}

/** A line between the two whom a button names. */
export function aim(target) {
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
  if (!game.ways) return false;
  const way = (kind, left) => game.ways.ways.find((one) => one.kind === kind && (left === undefined || one.left === left));
  if (!arrow) return false;
  if (game.ways.each) {
    setGhost(game.ghost ? movedRank(game.ways, game.ghost, arrow.map((sign) => sign * AHEAD)) : restingRank(game.ways));
    return true;
  }
  const on = game.ghost?.way;
  const first = game.ways.ways.find(hasPlaces);
  if ((on && hasPlaces(on) && on.kind !== "contact" && on.kind !== "into") || (!way("ahead") && !way("wheel") && first)) {
    const from = on && hasPlaces(on) ? on : first;
    const by = on === from ? nextPlace(from, game.ghost.by, arrow) : 0;
    if (by !== null) setGhost(ghostOn(from, by));
    return true;
  }
  const along = (one, sign, step) => {
    const by = one && next(one, on === one ? game.ghost.by : 0, sign * step);
    if (by !== null && by !== undefined) setGhost(ghostOn(one, by));
    return by !== null && by !== undefined;
  };
  const [right, forward] = arrow;
  const [onward, backward] = right ? [way("wheel", right < 0), way("wheel", right > 0)] : forward > 0
    ? [way("ahead") ?? way("road"), way("back")] : [way("back"), way("ahead") ?? way("road")];
  const step = right ? WHEEL : AHEAD;
  // A ghost that has gone one way comes back on it before it goes the other.
  if (on && on === backward) {
    if (!along(backward, -1, step)) unset();
  } else along(onward, 1, step);
  return true;
}

/** Takes the ghost away; those who were chosen stay so. */
function unset() {
  Object.assign(game, { ghost: null, look: null });
  drawGhost();
  showPanel();
  say("Back where it stood.");
}

/** Steps through the places of some kinds of way. */
function cycle(kinds) {
  const all = (game.ways?.ways ?? []).filter((way) => kinds.includes(way.kind)).flatMap((way) => way.frames.map((_, by) => ghostOn(way, by)));
  if (!all.length) return;
  const at = all.findIndex((one) => one.order === game.ghost?.order);
  setGhost(all[(at + 1) % all.length]);
}

export function key(event) {
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
    g: () => game.ways?.group?.length && choose(game.ways.group),
  };
  if (event.key === "Enter" || event.key === " ") {
    if (onButton || !id) return;
    event.preventDefault();
    game.byKeys = true;
    if (event.shiftKey && game.chosen && acting().includes(id)) choose([...new Set([...game.chosen, id])]);
    else if (event.key === "Enter" && game.chosen?.includes(id) && game.ghost) doIt();
    else if (acting().includes(id) && !game.chosen?.includes(id)) choose([id]);
    else if (!acting().includes(id)) aimAt(id);
    if (ownButtons().length && !game.ways?.ways.length) root().querySelector(".b-panel [data-order]")?.focus();
    return;
  }
  game.byKeys = true;
  if (steps(event)) event.preventDefault();
  else if (does[event.key] && game.chosen) {
    event.preventDefault();
    does[event.key]();
  }
}
