// The verdict on a table while a piece is dragged. The site is asked what the rules would say if the piece were let go
// of where it is; never more than one question is on its way. Where the site is out of reach or busy, nothing is shown.

/** The least time between two questions, in milliseconds. */
const PAUSE = 120;

/** What is asked next, if the piece has moved on since the last question. */
let next = null;
/** Whether a question is on its way, or has just been answered. */
let waiting = false;
/** Whether a piece is in hand, and the site answers. */
let held = false;

const form = () => document.getElementById("editor");
const box = () => document.getElementById("trial");

function say({ legal, said }) {
  const at = box();
  if (!at || !held) return;
  at.textContent = said;
  at.classList.toggle("illegal", !legal);
  form().classList.toggle("trial-illegal", !legal);
  at.hidden = false;
}

function put() {
  [next, held] = [null, false];
  form()?.classList.remove("trial-illegal");
  if (box()) box().hidden = true;
}

async function ask() {
  if (waiting || !next) return;
  const values = next;
  [next, waiting] = [null, true];
  try {
    const query = new URLSearchParams({ do: values.join("\n") });
    if (!form().elements.snap.checked) query.set("snap", "off");
    const answer = await fetch(`${box().dataset.at}?${query}`, { headers: { Accept: "application/json" } });
    if (answer.ok) say(await answer.json());
    else put();
  } catch {
    put();
  }
  setTimeout(() => {
    waiting = false;
    ask();
  }, PAUSE);
}

document.addEventListener("dragged", (event) => {
  [next, held] = [event.detail.values, true];
  ask();
});
for (const name of ["pointerup", "pointercancel", "swapped"]) document.addEventListener(name, put);
document.addEventListener("keydown", (event) => { if (event.key === "Escape") put(); });
