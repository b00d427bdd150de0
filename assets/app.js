// Makes pages quicker; every one of them works without it. A form marked `data-swap` is sent in the background and its
// answer replaces the form, preserving the focus, the scroll position and open details. Lines of elements keep their
// keys, so a button's id and value mean the same line before and after.

// One request at a time, so that each change builds on the answer before it. Further requests wait their turn.
let busy = false;
const waiting = [];
/** The value of the button whose request is under way, if any. */
let going = null;

/** Buttons for which every press counts. For all others, a second press before the answer repeats the first and is dropped. */
const COUNTS = /^(more:|less:|add:|move:|turn:|undo$|redo$)/;

/** A button for a request that no button on the page makes, such as dragging a piece. */
function madeFor(value) {
  const button = document.createElement("button");
  Object.assign(button, { name: "do", value });
  button.dataset.made = "yes";
  return button;
}

/** A place for text that is read out when it changes. It stays while forms are replaced. */
function speaker(style) {
  const place = document.createElement("p");
  place.className = style;
  place.setAttribute("role", "status");
  document.body.append(place);
  return (text) => {
    if (place.textContent !== text) place.textContent = text;
  };
}
const announce = speaker("toast");
const tell = speaker("hidden");

/** The value of each field that a visitor can change. */
function typed(form) {
  const fields = form.querySelectorAll("input[name]:not([type=hidden], [data-hinted]), select[name], textarea[name]");
  return new Map([...fields].map((field) => [field.name, field.type === "checkbox" ? field.checked : field.value]));
}

/** The field of the new form that corresponds to a field of the old one: its line may have moved or been removed. */
function fieldAfter(before, after, name) {
  const [, list, at, rest] = /^(line|piece)-(\d+)-(.*)$/.exec(name) ?? [];
  if (!list) return after.elements[name];
  const named = list === "line" ? "key" : "id";
  const key = before.elements[`${list}-${at}-${named}`]?.value;
  const keys = [...after.querySelectorAll(`input[name^='${list}-'][name$='-${named}']`)];
  const line = keys.find((field) => field.value === key)?.name.slice(0, -named.length);
  return line && after.elements[line + rest];
}

/** Takes over input that was typed while the answer was on its way. It is saved next, or when its field loses the focus. */
function takeOver(before, after, sent) {
  for (const [name, value] of typed(before)) {
    if (value === sent.get(name)) continue;
    const field = fieldAfter(before, after, name);
    if (!field) continue;
    if (field.type === "checkbox") field.checked = value;
    else field.value = value;
    if (document.activeElement?.name !== name) ask(null);
    else field.addEventListener("blur", () => { if (field.isConnected && !busy) send(field.form, null); }, { once: true });
  }
}

/** Elements that may remain afterwards and mark where the visitor was looking: the control, its line, the neighbouring ones. */
function landmarks(form, at) {
  const marks = [];
  for (let up = at; up && up !== form; up = up.parentElement) {
    if (up.id) marks.push(up);
    if (up.matches("li")) {
      // If the line is removed, the ones above stay in place, as when a line is deleted from a text.
      if (up.previousElementSibling?.id) marks.push(up.previousElementSibling);
      if (up.nextElementSibling?.id) marks.push(up.nextElementSibling);
    }
  }
  // Elements that move with the screen do not mark a place on the page.
  if (at?.closest(".dock, .adding .offers")) marks.length = 0;
  return marks.map((mark) => ({ id: mark.id, top: mark.getBoundingClientRect().top }));
}

function remember(form, button) {
  const open = [...form.querySelectorAll("details[open]")].map((details) => details.id);
  const active = form.contains(document.activeElement) ? document.activeElement : null;
  // The place to go if the button is gone: the heading of its section.
  const home = active?.closest("section[aria-labelledby]")?.getAttribute("aria-labelledby") ?? "verdict";
  const marks = landmarks(form, button ?? active);
  return { open, active, home, marks, id: active?.id, start: active?.selectionStart, end: active?.selectionEnd };
}

function restore(form, kept) {
  for (const details of form.querySelectorAll("details[id]")) {
    if (kept.open.includes(details.id)) details.open = true;
  }
  const seen = (mark) => document.getElementById(mark.id)?.getClientRects().length;
  const mark = kept.marks.find(seen);
  if (mark) scrollBy({ top: document.getElementById(mark.id).getBoundingClientRect().top - mark.top, behavior: "instant" });
  if (!kept.active) return;
  let target = kept.id && document.getElementById(kept.id);
  target?.focus?.({ preventScroll: true });
  if (target && document.activeElement !== target) {
    // It has moved into the line's further options.
    target = target.closest(".more:not([open])")?.querySelector("summary");
    target?.focus({ preventScroll: true });
  }
  if (!target || document.activeElement !== target) {
    const home = document.getElementById(kept.home);
    home?.setAttribute("tabindex", "-1");
    home?.focus({ preventScroll: Boolean(mark) });
    return;
  }
  try {
    if (kept.start != null) target.setSelectionRange(kept.start, kept.end);
  } catch { /* not a text field */ }
}

/** Puts a press, or a save, in the queue. Two saves in a row count once, as do two presses with the same meaning. */
function ask(button) {
  const value = button?.value ?? "save";
  const made = Boolean(button?.dataset.made);
  const last = waiting.at(-1)?.value ?? (button ? going : null);
  if (value === last && !made && !COUNTS.test(value)) return;
  waiting.push({ value, made });
}

/** The next request in the queue whose button still exists. */
function next(form) {
  while (waiting.length) {
    const { value, made } = waiting.shift();
    if (made) return { button: madeFor(value) };
    if (value === "save") return { button: null };
    const button = form.querySelector(`button[name="do"][value="${CSS.escape(value)}"]:not(:disabled)`);
    if (button) return { button };
  }
  return null;
}

/** Handles requests that did not reach the site. A page that can resend them takes over; otherwise they must be made again. */
function unsent(form, button, words, status) {
  const asked = [{ value: button?.value ?? "save", made: Boolean(button?.dataset.made) }, ...waiting.splice(0)];
  const event = new CustomEvent("unsent", { bubbles: true, cancelable: true, detail: { asked, words, status } });
  if (form.dispatchEvent(event)) announce(words);
  else announce("");
}

/** Shows the obstacle to saving: the marked field, or the question of the page. */
function point(form) {
  const trouble = form.querySelector("[aria-invalid=true]") ?? form.querySelector("[role=alert]");
  if (!trouble) return;
  for (let up = trouble.closest("details"); up; up = up.parentElement.closest("details")) up.open = true;
  if (trouble.matches("[role=alert]")) trouble.setAttribute("tabindex", "-1");
  trouble.focus({ preventScroll: true });
  trouble.scrollIntoView({ block: "center", behavior: "instant" });
}

async function send(form, button) {
  if (busy) {
    ask(button);
    return;
  }
  busy = true;
  going = button?.value ?? "save";
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.set(button.name, button.value);
  const sent = typed(form);
  form.setAttribute("aria-busy", "true");
  const slow = setTimeout(() => announce("Saving…"), 400);
  try {
    // Browsers finish short requests even after the page is left.
    const keepalive = body.toString().length < 60_000;
    const answer = await fetch(form.action, { method: "POST", body, keepalive, headers: { "x-part": form.dataset.swap } });
    const html = await answer.text();
    const part = new DOMParser().parseFromString(html, "text/html").getElementById(form.dataset.swap);
    if (!part) {
      // The answer is not the form but an error page: keep everything that was typed.
      const title = new DOMParser().parseFromString(html, "text/html").querySelector("h1");
      const why = title ? title.textContent : "the server sent an unexpected answer";
      unsent(form, button, `Not saved: ${why}. What you typed is still here.`, answer.status);
      return;
    }
    const kept = remember(form, button?.isConnected ? button : null);
    document.adoptNode(part);
    takeOver(form, part, sent);
    // Waiting requests apply to what the visitor sees now; in an outdated form they save nothing. But a wrong field
    // that stopped one press would stop the next one too.
    if (!answer.ok && button && !part.querySelector("#conflict")) waiting.length = 0;
    form.replaceWith(part);
    // The message shown when the page was loaded describes an earlier state of the work.
    if (answer.ok) document.querySelector(".flash")?.remove();
    showCopyButtons(part);
    tellMoments(part);
    part.dispatchEvent(new CustomEvent("swapped", { bubbles: true, detail: { asked: going, ok: answer.ok } }));
    restore(part, kept);
    form = part;
    // After pressing a button, visitors look for its effect. After leaving a field they look at the next one, and after
    // dragging a piece or pressing a key on it they stay with it.
    const stays = !button || button.dataset.made;
    if (!answer.ok && !stays) point(part);
    const told = button?.dataset.made ? "#wrong p, [role=alert] h2" : "[role=alert] h2, [role=alert] strong";
    const trouble = part.querySelector(told)?.textContent.trim() ?? "";
    if (answer.ok) announce("");
    else announce(trouble.startsWith("Not saved") ? trouble : `Not saved: ${trouble}`);
    tell(part.querySelector("#said")?.textContent || (part.querySelector("#verdict")?.innerText ?? ""));
  } catch {
    unsent(form, button, "Not saved: no connection. What you typed is still here; press Save to try again.");
  } finally {
    clearTimeout(slow);
    form.removeAttribute("aria-busy");
    busy = false;
    going = null;
    const now = document.getElementById(form.id) ?? form;
    const then = next(now);
    if (then) send(now, then.button);
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.dataset?.swap) return;
  event.preventDefault();
  send(form, event.submitter);
});

// Something is requested without a button, or a request that did not reach the site is repeated.
document.addEventListener("op", (event) => {
  for (const { value, made } of event.detail.asked) {
    const known = made ? null : event.target.querySelector(`button[name="do"][value="${CSS.escape(value)}"]`);
    send(event.target, made || (!known && value !== "save") ? madeFor(value) : known);
  }
});

document.addEventListener("change", (event) => {
  const field = event.target;
  if (!field.matches?.("[data-auto]") || !field.form?.dataset.swap) return;
  // A button decides which of two versions is kept.
  if (field.form.querySelector("#conflict")) return;
  send(field.form, null);
});

// A choice on which the other fields depend presses a button, which fetches the form anew with what was typed.
document.addEventListener("change", async (event) => {
  const form = event.target.matches?.("[data-asks]") && event.target.form;
  if (!form) return;
  const address = new URL(document.getElementById(event.target.dataset.asks).formAction);
  const fields = [...new FormData(form)].filter(([name, value]) => value && name !== "request");
  address.search = new URLSearchParams(fields);
  try {
    const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
    document.querySelector("main").replaceWith(document.adoptNode(page.querySelector("main")));
    history.replaceState(history.state, "", address);
    tellMoments(document);
    document.getElementById(event.target.id)?.focus({ preventScroll: true });
  } catch {
    location.assign(address);
  }
});

// The second click of a double click belongs to the button of the first, even if another one has moved under the
// pointer.
let clicked = null;
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button[name=do]");
  if (!button) return;
  if (event.detail > 1 && clicked !== button.value) event.preventDefault();
  else clicked = button.value;
});

const clock = new Intl.DateTimeFormat("en-GB", {
  day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23",
});

/** Moments are told by the reader's own clock; beside those that go by the clock of an event, where it differs. */
function tellMoments(within) {
  for (const time of within.querySelectorAll("time[data-clock]")) {
    // Months have three letters, as the site writes them.
    const own = clock.format(new Date(time.dateTime)).replace("Sept", "Sep");
    if (time.dataset.clock === "own") {
      time.title = time.textContent;
      time.textContent = own;
    } else if (!time.textContent.startsWith(own)) {
      time.insertAdjacentText("beforeend", `, which is ${own} on your clock`);
    }
    delete time.dataset.clock;
  }
}
tellMoments(document);

// Pages that are the same for everybody have no keys of their own, by which a form that is sent twice is known.
for (const field of document.querySelectorAll("[data-request]")) {
  field.value = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Only script can copy, so only script shows the copy buttons. A link that the site gives as a path is made absolute. */
function showCopyButtons(within) {
  for (const button of within.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    const source = document.getElementById(button.dataset.copy);
    if (source?.matches("input[value^='/']")) source.value = new URL(source.value, location.href).href;
  }
}
showCopyButtons(document);

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copy);
  const word = button.querySelector("span") ?? button;
  try {
    await navigator.clipboard.writeText(source.value ?? source.href);
    word.textContent = "Copied";
  } catch {
    if (source.select) source.select();
    else getSelection().selectAllChildren(source);
    word.textContent = "Select and copy it";
  }
});

// Rounds and standings follow the results: whenever a phone is picked up again, and every half minute while it is in
// use.
async function follow() {
  const parts = [...document.querySelectorAll("[data-live]")];
  if (document.hidden || parts.some((part) => part.contains(document.activeElement))) return;
  try {
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of parts) {
      const now = page.getElementById(part.id);
      if (now && now.innerHTML !== part.innerHTML) part.replaceChildren(...now.childNodes);
    }
  } catch {
    // Without a connection the page stays as it is; the next update tries again.
  }
}
if (document.querySelector("[data-live]")) {
  document.addEventListener("visibilitychange", follow);
  setInterval(follow, 30_000);
}

// A page that was refused begins at the box with its errors, also where the address leads elsewhere on the page.
document.querySelector("#errors")?.focus();

// A new event is held where its organiser is, unless another time zone is chosen.
const zone = document.querySelector("[data-zone]");
const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && [...zone.list.options].some((option) => option.value === own)) zone.value = own;

// Rows that do not contain the words in a search field are hidden while one types.
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
document.addEventListener("input", ({ target }) => {
  const list = document.getElementById(target.dataset?.narrows);
  const words = plain(target.value ?? "").split(/\s+/);
  for (const row of list?.children ?? []) row.hidden = !words.every((word) => plain(row.textContent).includes(word));
});

// The link to this page is in sight, where the row of links is wider than a phone.
document.querySelector(".beginnings [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
