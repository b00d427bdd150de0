// The steps of a battle without loading the page anew: by links, slider and keys, or played at a chosen pace. Each step keeps
// its address, so the browser's own way back leads to the step before.

/** Pages of steps that were fetched, by path; the last ones only. A page without a next step may get one, so it is not kept. */
const pages = new Map();
const MOST_PAGES = 40;

const play = document.getElementById("play");
const button = document.getElementById("play-button");
const pace = document.getElementById("pace");
let timer = 0;

const parser = new DOMParser();
const part = () => document.getElementById("step");
const way = (id) => document.querySelector(`#${id}[href]`)?.getAttribute("href");

/** The number of the latest wish: what comes late is not shown. */
let wish = 0;

async function fetched(path) {
  const known = pages.get(path);
  if (known) return known;
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${answer.status}`);
  const page = parser.parseFromString(await answer.text(), "text/html");
  if (!page.getElementById("step")) throw new Error("no step");
  const found = { path: new URL(answer.url).pathname, page };
  if (page.querySelector("#step-next[href]")) {
    pages.set(found.path, found);
    if (pages.size > MOST_PAGES) pages.delete(pages.keys().next().value);
  }
  return found;
}

/** Shows a step; how: "push" or "replace" for the address, "" if the browser has it already. */
async function show(path, how) {
  const mine = ++wish;
  let found;
  try {
    found = await fetched(path);
  } catch {
    stop();
    location.assign(path);
    return;
  }
  if (mine !== wish) return;
  const focused = part().contains(document.activeElement) ? document.activeElement.id : "";
  const isOpen = part().querySelector(".s-embed")?.open;
  const fresh = document.importNode(found.page.getElementById("step"), true);
  // The button and the pace of playing stay as they are.
  fresh.querySelector("#play").replaceWith(play);
  part().replaceWith(fresh);
  document.title = found.page.title;
  part().querySelector(".s-embed").open = isOpen;
  if (how === "push") history.pushState(null, "", found.path);
  if (how === "replace") history.replaceState(null, "", found.path);
  if (focused) {
    const same = document.getElementById(focused);
    (same ?? part().querySelector(".s-ways a"))?.focus({ preventScroll: true });
  }
  const next = way("step-next");
  if (next) fetched(next).catch(() => { /* It is asked for again when it is wanted. */ });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("#step .s-ways a");
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  stop();
  show(link.getAttribute("href"), "push");
});

document.addEventListener("change", (event) => {
  if (event.target.id !== "step-number") return;
  stop();
  show(`${event.target.form.getAttribute("action")}?step=${event.target.value}`, "push");
});

const KEYS = {
  ArrowLeft: "step-before", ArrowRight: "step-next", PageUp: "step-bound-before", PageDown: "step-bound-next",
};

document.addEventListener("keydown", (event) => {
  if (event.metaKey || event.ctrlKey || event.altKey || event.target.closest?.("input, select, textarea, summary")) return;
  let id = KEYS[event.key];
  if (event.shiftKey) id = { ArrowLeft: "step-bound-before", ArrowRight: "step-bound-next" }[event.key];
  const path = id && way(id);
  if (!path) return;
  event.preventDefault();
  stop();
  show(path, "push");
});

addEventListener("popstate", () => {
  stop();
  show(location.pathname, "");
});

function stop() {
  clearTimeout(timer);
  timer = 0;
  button.textContent = "Play";
}

/** One step further, and the next after a while; the way back leads to where playing began. */
async function further() {
  const next = way("step-next");
  if (!next) return stop();
  await show(next, "replace");
  if (timer) timer = setTimeout(further, Number(pace.value));
}

button.addEventListener("click", () => {
  if (timer) return stop();
  button.textContent = "Pause";
  history.pushState(null, "", location.pathname);
  timer = setTimeout(further, 0);
});

document.addEventListener("visibilitychange", () => { if (document.hidden) stop(); });

// A visitor who asks for less motion is not offered the quickest pace.
if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
  for (const option of [...pace.options]) if (Number(option.value) < 1500) option.remove();
}
play.hidden = false;
// A link to what has happened since begins to play at once.
if (location.hash === "#play") button.click();
