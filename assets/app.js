// Makes pages quicker; every one of them works without it. A form marked `data-swap` is sent in the background and its
// answer takes the form's place, with focus, scroll and open details kept.

// One request at a time, so that each change builds on the answer before it. What is asked meanwhile waits its turn.
let busy = false;
const waiting = [];

/** A place for words that are read out when they change. It stays while forms come and go. */
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

/** What stands in each field that a visitor can change. */
function typed(form) {
  const fields = form.querySelectorAll("input[name]:not([type=hidden]), select[name], textarea[name]");
  return new Map([...fields].map((field) => [field.name, field.type === "checkbox" ? field.checked : field.value]));
}

/** Whether a name means the same field before and after: lines may have moved. */
function isSame(before, after, name) {
  const line = /^line-\d+-/.exec(name)?.[0];
  return !line || before.elements[`${line}type`]?.value === after.elements[`${line}type`]?.value;
}

/** Takes over what was typed while the answer was on its way; it is saved next, or once its field is left. */
function takeOver(before, after, sent) {
  for (const [name, value] of typed(before)) {
    const field = after.elements[name];
    if (!field || value === sent.get(name) || !isSame(before, after, name)) continue;
    if (field.type === "checkbox") field.checked = value;
    else field.value = value;
    if (document.activeElement?.name !== name) ask(null);
    else field.addEventListener("blur", () => { if (field.isConnected && !busy) send(field.form, null); }, { once: true });
  }
}

function remember(form) {
  const open = [...form.querySelectorAll("details[open]")].map((details) => details.id);
  const active = form.contains(document.activeElement) ? document.activeElement : null;
  // Where to go if the button is gone: to the head of its part.
  const home = active?.closest("section[aria-labelledby]")?.getAttribute("aria-labelledby") ?? "verdict";
  return { open, active, home, id: active?.id, start: active?.selectionStart, end: active?.selectionEnd };
}

function restore(form, kept) {
  for (const details of form.querySelectorAll("details[id]")) {
    if (kept.open.includes(details.id)) details.open = true;
  }
  if (!kept.active) return;
  const target = kept.id && document.getElementById(kept.id);
  target?.focus?.({ preventScroll: true });
  if (!target || document.activeElement !== target) {
    const home = document.getElementById(kept.home);
    home?.setAttribute("tabindex", "-1");
    home?.focus();
    return;
  }
  try {
    if (kept.start != null) target.setSelectionRange(kept.start, kept.end);
  } catch { /* not a text field */ }
}

/** Lets a press, or a save, wait its turn. Two saves in a row are one. */
function ask(button) {
  const next = button ? { name: button.name, value: button.value } : { name: "do", value: "save" };
  if (button || waiting.at(-1)?.value !== "save") waiting.push(next);
}

async function send(form, button) {
  if (busy) {
    ask(button);
    return;
  }
  busy = true;
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.set(button.name, button.value);
  const sent = typed(form);
  form.setAttribute("aria-busy", "true");
  const slow = setTimeout(() => announce("Saving…"), 400);
  try {
    // Browsers finish what is not too long even when the page is left.
    const keepalive = body.toString().length < 60_000;
    const answer = await fetch(form.action, { method: "POST", body, keepalive, headers: { "x-part": form.dataset.swap } });
    const html = await answer.text();
    const part = new DOMParser().parseFromString(html, "text/html").getElementById(form.dataset.swap);
    if (!part) {
      // Not the form but a page that says what is wrong: nothing typed is thrown away for it.
      const title = new DOMParser().parseFromString(html, "text/html").querySelector("h1");
      announce(`Not saved: ${title ? title.textContent : "the server did not answer as expected"}. What you typed is still here.`);
      waiting.length = 0;
      return;
    }
    const kept = remember(form);
    document.adoptNode(part);
    takeOver(form, part, sent);
    // An answer that asks something back is answered by the visitor, not by what waits.
    if (!answer.ok) waiting.length = 0;
    form.replaceWith(part);
    restore(part, kept);
    form = part;
    announce("");
    tell(part.querySelector("#verdict")?.innerText ?? "");
  } catch {
    announce("Not saved: no connection. What you typed is still here; press Save to try again.");
    waiting.length = 0;
  } finally {
    clearTimeout(slow);
    form.removeAttribute("aria-busy");
    busy = false;
    const next = waiting.shift();
    if (next) send(document.getElementById(form.id) ?? form, next);
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.dataset?.swap) return;
  event.preventDefault();
  send(form, event.submitter);
});

document.addEventListener("change", (event) => {
  const field = event.target;
  if (!field.matches?.("[data-auto]") || !field.form?.dataset.swap) return;
  // Which of two versions is to be kept is decided by a button.
  if (field.form.querySelector("#conflict")) return;
  send(field.form, null);
});

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Select and copy it";
    }
  });
}
