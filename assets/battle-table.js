// The table of a battle under mouse, finger and keyboard. Without this script the page has buttons for all of it.

import { about, askToThink, choose, game, give, idAt, make, refresh, root, send, sheet, showAll, showLayers } from "battle-game.js";
import { aim, down, follow, holds, key, move, up } from "battle-hands.js";
import { LAYERS, hasPictures, isShown, map, putAway, showLayer, showPictures, showWhole, zoom } from "battle-view.js";

// The page

/** The time after which the computer is asked again about a state, in milliseconds, and how often it is asked. */
const [AGAIN, OFTEN] = [4000, 40];
/** The state about which the computer was asked last, how often, and the timer of the next time. */
const asked = { about: "", times: 0, timer: 0 };

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
      game.tool = game.tool === name ? null : name;
      putAway();
      // An open fold lies over the map, in the way of the tool.
      if (game.tool) button.closest("details")?.removeAttribute("open");
      for (const other of root().querySelectorAll("[data-tool]")) other.setAttribute("aria-pressed", String(other.dataset.tool === game.tool));
      root().classList.toggle("b-tool", game.tool !== null);
      if (!game.chosen) about(game.tool === "group" ? "Tap the elements that are to go together, or draw a line around them." : "");
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
  const pictures = make("input", { type: "checkbox", checked: hasPictures(), onchange: () => showPictures(pictures.checked) });
  boxes.push(make("label", { className: "choice" }, pictures, make("span", { textContent: "Pictures of the troops" })));
  if (pictures.checked) showPictures(true);
  const over = make("details", { className: "b-over" }, make("summary", { textContent: "Tools" }), make("div", {}, toggle("stick", "Measure"), ...boxes));
  const bar = make("div", { className: "b-tools" }, press("+", "Larger", () => zoom(1.5)), press("−", "Smaller", () => zoom(1 / 1.5)),
    press("Whole", "Whole table", showWhole), over);
  if (give()) bar.append(toggle("group", "Group"));
  root().querySelector(".b-map").prepend(bar);
}

/** A button for what is placed without an element: the camp, or those who land. */
function trayOf() {
  const whole = root().querySelector("#offers option[value^='camp '], #offers option[value^='land ']");
  let tray = root().querySelector(".b-tray");
  if (whole && !tray) {
    tray = make("div", { className: "b-tray" });
    const words = whole.value.startsWith("camp ") ? "Place the camp" : "Land";
    tray.append(make("button", { type: "button", className: "quiet b-whole", textContent: words, onclick: () => choose([]) }));
    sheet().before(tray);
    // While dice are thrown for an order, nothing else is in hand.
    if (game.chosen === null && !root().querySelector(".b-throw")) choose([]);
  }
  if (!tray) return;
  tray.hidden = false;
  tray.addEventListener("pointerdown", (event) => idAt(event.target) && down(event));
  tray.addEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel"]) tray.addEventListener(name, up);
  tray.addEventListener("click", (event) => {
    // A click without a pointer comes from the keyboard.
    const id = idAt(event.target);
    if (id && event.detail === 0) {
      game.byKeys = true;
      if (!game.chosen?.includes(id)) choose([id]);
    }
  });
}

/** Lets the computer think where it has to decide: nobody needs to press for it. Where it could not, because it thinks for
    many others or another page has asked it already, it is asked again later. */
function think() {
  clearTimeout(asked.timer);
  const form = root().querySelector(".b-computer[data-thinks]");
  if (!form || root().querySelector(".errors")) return;
  const about = root().dataset.digest;
  if (asked.about !== about) Object.assign(asked, { about, times: 0 });
  if (asked.times >= OFTEN) return;
  asked.timer = setTimeout(async () => {
    if (!form.isConnected) return;
    // Whatever is being sent comes first.
    if (!root().hasAttribute("aria-busy")) {
      asked.times += 1;
      form.classList.add("b-busy");
      await askToThink(form);
      // If it came to nothing, the button is there again.
      form.classList.remove("b-busy");
    }
    think();
  }, asked.times ? AGAIN : 20);
}

/** Lets the computer decide with what it has found out so far; the answer comes to the one who has asked it to think. */
function decideNow(form) {
  fetch(form.action, { method: "POST", body: new URLSearchParams([...new FormData(form), ["do", "stop"]]) }).catch(() => {});
}

/** Makes a new state ready for hands. */
function prepare() {
  tools();
  trayOf();
  showAll();
  think();
}

function start() {
  if (!root() || !map()) return;
  const at = sheet();
  at.addEventListener("pointerdown", down);
  at.addEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel"]) at.addEventListener(name, up);
  // One finger beside the pieces scrolls the page; one on a piece drags it, and two belong to the map.
  const belongs = (event) => event.touches.length > 1 || game.tool || event.target.closest(".b-able, .ghost");
  at.addEventListener("touchstart", (event) => belongs(event) && event.preventDefault(), { passive: false });
  at.addEventListener("touchmove", (event) => (event.touches.length > 1 || game.tool || holds() === "drag") && event.preventDefault(), { passive: false });
  at.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 300), event);
  }, { passive: false });
  root().addEventListener("keydown", key);
  for (const name of ["pointerover", "focusin"]) root().addEventListener(name, (event) => !holds() && aim(event.target));
  document.addEventListener("submit", (event) => {
    if (!root().contains(event.target) || event.target.method !== "post" || event.defaultPrevented) return;
    // Other forms lead to other pages.
    if (!/\/(orders|computer|say|lesson\/\d)$/.test(new URL(event.target.action).pathname)) return;
    // A move whose next leg is still to be chosen leads to another page.
    if (event.submitter?.value === "more") return;
    event.preventDefault();
    if (event.submitter?.value === "stop") decideNow(event.target);
    else send(event.target, event.submitter);
  });
  root().addEventListener("battle-changed", prepare);
  root().addEventListener("battle-stale", refresh);
  game.arrived = follow;
  prepare();
  const ticked = [...root().querySelectorAll(".b-choose input:checked")].map((box) => box.name.slice("who-".length));
  const so_far = new URLSearchParams(location.search).get("legs") ?? "";
  if (ticked.length) choose(ticked, so_far);
  document.documentElement.dataset.battle = "ready";
}

start();
