// The page of a battle that goes on follows it: when the other side has done something, it shows the new state, or says that
// there is one if its reader is in the middle of an order.

/** The shortest and the longest time between two tries where no events come, in milliseconds. */
const [SHORTEST, LONGEST] = [3000, 60000];
/** The time in which the answer to an order of one's own comes, which events overtake. */
const OWN = 700;

const table = () => document.querySelector("#table[data-events]");

/** Whether the reader has begun something that a new state would lose. */
const isBusy = () => Boolean(document.querySelector("body.b-open, #offers h3, .b-throw, .b-typed[open], .b-more[open], #battle[aria-busy]"));

/** The number of lines that the battle has, as far as is known. */
let known = 0;
let waiting = 0;

function show() {
  waiting = 0;
  const shown = table();
  if (!shown || known <= Number(shown.dataset.lines)) return;
  if (isBusy()) document.querySelector(".b-news").hidden = false;
  // The script of the table shows it without a new page.
  else if (document.documentElement.dataset.battle === "ready") shown.dispatchEvent(new CustomEvent("battle-stale", { bubbles: true }));
  else location.replace(location.pathname);
}

let events = null;
let pause = SHORTEST;

function follow() {
  if (events || !table() || document.visibilityState !== "visible") return;
  events = new EventSource(table().dataset.events);
  events.addEventListener("lines", (event) => {
    known = Math.max(known, Number(event.data));
    waiting ||= setTimeout(show, OWN);
  });
  events.addEventListener("error", () => {
    // A line that was dropped comes back by itself; one that was refused does not.
    if (events?.readyState !== EventSource.CLOSED) return;
    events = null;
    setTimeout(follow, pause);
    pause = Math.min(pause * 1.5, LONGEST);
  });
}

function leave() {
  events?.close();
  events = null;
}

/** The clock of the side that decides runs from when it is first seen: that of this device may be wrong. */
function tick() {
  const clock = document.querySelector(".b-left [data-left]");
  if (!clock) return;
  clock.dataset.seen ??= Date.now();
  const seconds = Math.max(0, Math.round(Number(clock.dataset.left) - (Date.now() - Number(clock.dataset.seen)) / 1000));
  const two = (number) => String(number).padStart(2, "0");
  clock.textContent = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

if (table()) {
  tick();
  setInterval(tick, 1000);
  document.addEventListener("visibilitychange", () => {
    pause = SHORTEST;
    // A phone in a pocket keeps no line open.
    if (document.visibilityState === "visible") follow();
    else leave();
  });
  document.addEventListener("battle-changed", () => { if (!table()) leave(); });
  addEventListener("pagehide", leave);
  addEventListener("pageshow", follow);
  follow();
}
