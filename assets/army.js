// The editor and the page of an army: dialogues, what still fits as a drawer on narrow screens, and presses that show at
// once. Everything here works without this script, on pages of its own or further down the page.

const root = document.documentElement;
const editor = () => document.getElementById("editor");

// Dialogues

/** The dialogue that is open: one within the form is replaced with it, and opened again. */
let openNow = null;

function openDialog(id) {
  const dialog = document.getElementById(id);
  if (!dialog?.showModal || dialog.open) return;
  const permanent = dialog.querySelector("#permanent");
  if (permanent) permanent.value = editor()?.dataset.permanent ?? permanent.value;
  dialog.showModal();
  openNow = id;
}

document.addEventListener("click", (event) => {
  const opener = event.target.closest?.("[data-dialog]");
  if (opener) {
    event.preventDefault();
    openDialog(opener.dataset.dialog);
  }
  if (event.target.closest?.("[data-close]") || event.target.matches?.("dialog")) {
    event.target.closest("dialog")?.close();
  }
});

document.addEventListener("close", () => { openNow = null; }, true);

// The choices for printing are those of last time.

const STORED = "musterfield-print-";

function recall() {
  for (const choice of document.querySelectorAll("[data-keep]")) {
    try {
      const last = localStorage.getItem(STORED + choice.name);
      const option = [...(choice.options ?? [])].find(({ value }) => value === last);
      if (option) option.selected = true;
      else if (last === choice.value) choice.checked = true;
    } catch { /* the browser stores nothing */ }
  }
}
recall();

document.addEventListener("change", (event) => {
  if (!event.target.matches?.("[data-keep]")) return;
  try {
    localStorage.setItem(STORED + event.target.name, event.target.value);
  } catch { /* the browser stores nothing */ }
});

// A sheet has only so many labels.
const stickers = document.getElementById("stickers");
function limitFirst() {
  const first = document.getElementById("stickers-from");
  const { labels } = stickers.selectedOptions[0].dataset;
  first.disabled = !labels;
  if (labels) first.max = labels;
}
if (stickers) {
  limitFirst();
  stickers.addEventListener("change", limitFirst);
}

// Sharing

for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => {
    const url = document.getElementById(button.dataset.share).value;
    navigator.share({ title: button.dataset.title, url: new URL(url, location.href).href }).catch(() => {});
  });
}
for (const button of document.querySelectorAll("[data-fetch]")) {
  button.hidden = false;
  const word = button.textContent;
  button.addEventListener("click", async () => {
    const text = fetch(button.dataset.fetch).then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status)));
    try {
      // Safari lets a page copy only what it promises while the button is pressed.
      if (window.ClipboardItem) {
        const blob = text.then((found) => new Blob([found], { type: "text/plain" }));
        await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
      } else {
        await navigator.clipboard.writeText(await text);
      }
      button.textContent = "Copied";
    } catch {
      location.assign(button.dataset.fetch);
    }
    setTimeout(() => { button.textContent = word; }, 2000);
  });
}

// What still fits: on narrow screens a drawer, everywhere with a search and a choice of classes.

const shown = { words: "", group: "", top: 0 };

function filter() {
  const form = editor();
  if (!form) return;
  const search = form.querySelector(".offer-search");
  search.value = shown.words;
  const offers = [...form.querySelectorAll("[data-group] .offer")];
  const typed = shown.words.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  // A number of figures says nothing where codes have none, and names stand in one number only.
  const tries = [typed, typed.replace(/^\d+(?=.)/, ""), typed.replace(/(?<=..)e?s$/, "")];
  const words = tries.find((word) => offers.some((offer) => offer.dataset.words.includes(word))) ?? typed;
  const groups = new Set();
  for (const offer of offers) {
    const group = offer.closest("[data-group]").dataset.group;
    const fits = offer.dataset.words.includes(words) && (!shown.group || shown.group === group);
    offer.hidden = !fits;
    if (fits) groups.add(group);
  }
  for (const part of form.querySelectorAll("[data-group]")) part.hidden = !groups.has(part.dataset.group);
  for (const chip of form.querySelectorAll("[data-shows]")) {
    chip.setAttribute("aria-pressed", String(chip.dataset.shows === shown.group));
  }
  const chip = form.querySelector('[data-shows][aria-pressed="true"]');
  form.querySelector(".none-found").textContent = groups.size || !(words || shown.group)
    ? ""
    : `Nothing that still fits is called “${shown.words.trim()}”${chip ? ` among ${chip.textContent.trim()}` : ""}.`;
}

document.addEventListener("input", (event) => {
  if (event.target.matches?.(".offer-search")) {
    shown.words = event.target.value;
    filter();
  }
  // A number that the visitor types counts, whatever was shown in advance.
  delete event.target.dataset?.hinted;
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches?.(".offer-search")) event.preventDefault();
  if (event.key === "Escape" && root.classList.contains("adding")) drawer(false);
});

document.addEventListener("scroll", (event) => {
  if (event.target.id === "offers") shown.top = event.target.scrollTop;
}, true);

const narrow = matchMedia("(max-width: 60rem) and (scripting: enabled)");

/** Whether the browser is on its way back from the entry of the drawer. */
let returning = false;

/** While the drawer is open, the history has an entry for it, so that Back closes it. */
function pushEntry() {
  history.scrollRestoration = "manual";
  history.pushState({ drawer: true }, "");
}

function drawer(open) {
  root.classList.toggle("adding", open);
  if (open) {
    if (!returning) pushEntry();
    document.getElementById("offers").scrollTop = shown.top;
    const title = document.getElementById("offers-title");
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
  } else {
    if (history.state?.drawer && !returning) {
      returning = true;
      history.back();
    }
    document.getElementById("to-offers")?.focus({ preventScroll: true });
  }
}

addEventListener("popstate", (event) => {
  const own = returning;
  returning = false;
  if (own && root.classList.contains("adding")) {
    pushEntry();
    return;
  }
  if (root.classList.contains("adding") && !event.state?.drawer) drawer(false);
  history.scrollRestoration = "auto";
});

document.addEventListener("click", (event) => {
  const shows = event.target.closest?.("[data-shows]");
  if (shows) {
    shown.group = shown.group === shows.dataset.shows ? "" : shows.dataset.shows;
    filter();
  }
  if (event.target.closest?.("[data-drawer]") && narrow.matches) {
    event.preventDefault();
    drawer(!root.classList.contains("adding"));
  } else if (root.classList.contains("adding") && !event.target.closest?.("#offers, .dock")) {
    // A link leads on from here: going back in the history would stop it.
    if (event.target.closest?.("a[href]")) root.classList.remove("adding");
    else drawer(false);
  }
});

// A press shows at once; the server's answer makes it good.

/** The presses that are not answered yet. */
const pressed = [];

function change(place, by) {
  const number = Number(place.textContent) + by;
  if (Number.isFinite(number)) place.textContent = String(Math.round(number * 1000) / 1000);
}

function hint(value) {
  const form = editor();
  const button = form.querySelector(`button[name="do"][value="${CSS.escape(value)}"]`);
  const word = value.split(":")[0];
  if (!button?.dataset.ap) return;
  const sign = word === "less" ? -1 : 1;
  for (const sum of form.querySelectorAll("[data-sum]")) change(sum, sign * Number(button.dataset.ap));
  if (word === "add") {
    const have = button.closest(".offer").querySelector("[data-have]");
    have.dataset.have = Number(have.dataset.have) + 1;
    have.textContent = `× ${have.dataset.have}`;
  } else {
    const count = button.parentElement.querySelector(".count");
    count.value = Math.max(0, Number(count.value) + sign);
    count.dataset.hinted = "yes";
  }
}

// On the window, so that the form has been read before its numbers change.
window.addEventListener("submit", (event) => {
  const value = event.submitter?.value;
  if (event.target.id !== "editor" || !/^(add|more|less):/.test(value)) return;
  pressed.push(value);
  hint(value);
});

document.addEventListener("unsent", () => {
  pressed.length = 0;
  // The form that stays shows what is stored.
  for (const count of document.querySelectorAll("[data-hinted]")) {
    count.value = count.defaultValue;
    delete count.dataset.hinted;
  }
});

let before = editor()?.dataset.state;

document.addEventListener("swapped", (event) => {
  const { asked, ok } = event.detail;
  const at = pressed.indexOf(asked);
  if (at >= 0) pressed.splice(at, 1);
  if (!ok) pressed.length = 0;
  recall();
  filter();
  const now = editor()?.dataset.state;
  const isReady = ok && now === "ready" && before !== "ready";
  before = now;
  // After the scroll position and the focus are restored, and after the next press has been sent as the form has it.
  queueMicrotask(() => {
    // What was not saved is explained on the page below the drawer.
    if (!ok && root.classList.contains("adding")) drawer(false);
    if (root.classList.contains("adding")) document.getElementById("offers").scrollTop = shown.top;
    for (const value of pressed) hint(value);
    if (openNow) openDialog(openNow);
    if (ok && asked === "print") openDialog("print-dialog");
    if (isReady && !pressed.length && asked !== "print") {
      if (root.classList.contains("adding")) drawer(false);
      const verdict = document.getElementById("verdict");
      verdict.tabIndex = -1;
      verdict.focus({ preventScroll: true });
      document.getElementById("head").scrollIntoView({ block: "start" });
    }
  });
});
