// The page of a battle that goes on follows it: when the other side has done something, it shows the new state, or says that
// there is one if its reader is in the middle of an order.

const table = document.querySelector("[data-events]");

/** The shortest and the longest time between two looks where no events come, in milliseconds. */
const [SHORTEST, LONGEST] = [3000, 60000];

/** Whether the reader has begun something that a new page would lose. */
function isBusy() {
  return Boolean(document.querySelector("#offers h3, .b-throw, .b-typed[open], .b-more[open]"));
}

/** @param {number} lines The number of lines that the battle has now. */
function show(lines) {
  if (lines <= Number(table.dataset.lines)) return;
  if (isBusy()) document.querySelector(".b-news").hidden = false;
  else location.replace(location.pathname);
}

let events = null;
let pause = SHORTEST;

function follow() {
  if (events || document.visibilityState !== "visible") return;
  events = new EventSource(table.dataset.events);
  events.addEventListener("lines", (event) => show(Number(event.data)));
  events.addEventListener("error", () => {
    // A line that was dropped comes back by itself; one that was refused does not.
    if (events?.readyState !== EventSource.CLOSED) return;
    events = null;
    setTimeout(follow, pause);
    pause = Math.min(pause * 1.5, LONGEST);
  });
}

if (table) {
  document.addEventListener("visibilitychange", () => {
    pause = SHORTEST;
    if (document.visibilityState === "visible") {
      follow();
    } else {
      // A phone in a pocket keeps no line open.
      events?.close();
      events = null;
    }
  });
  addEventListener("pagehide", () => { events?.close(); events = null; });
  addEventListener("pageshow", follow);
  follow();
}
