// Makes pages quicker; every one of them works without it. A form marked `data-swap` is sent in the background and its
// answer takes the form's place, with focus, scroll and open details kept.

const busy = { form: null, next: null };

function announce(text) {
  const status = document.getElementById("saved");
  if (status) status.textContent = text;
}

function remember(form) {
  const open = [...form.querySelectorAll("details[open]")].map((details) => details.id);
  const active = document.activeElement;
  return { open, id: active?.id, start: active?.selectionStart, end: active?.selectionEnd, typed: active?.value };
}

function restore(form, kept) {
  for (const details of form.querySelectorAll("details[id]")) {
    if (kept.open.includes(details.id)) details.open = true;
  }
  const target = kept.id && document.getElementById(kept.id);
  if (!target) return;
  target.focus({ preventScroll: true });
  // A field that was typed in while the answer was on its way keeps what was typed.
  if (kept.start != null && target.matches("input,textarea") && target.value !== kept.typed && document.activeElement === target) {
    target.value = kept.typed;
  }
  try {
    if (kept.start != null) target.setSelectionRange(kept.start, kept.end);
  } catch { /* not a text field */ }
}

async function send(form, button) {
  if (busy.form) {
    // One at a time, so that each change builds on the answer before it.
    busy.next = button ? { name: button.name, value: button.value } : { name: "do", value: "save" };
    return;
  }
  busy.form = form;
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.set(button.name, button.value);
  form.setAttribute("aria-busy", "true");
  const slow = setTimeout(() => announce("Saving…"), 400);
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { "x-part": form.dataset.swap } });
    const html = await answer.text();
    const part = new DOMParser().parseFromString(html, "text/html").getElementById(form.dataset.swap);
    if (!part) {
      // Not the form but a page that says what is wrong: nothing typed is thrown away for it.
      const title = new DOMParser().parseFromString(html, "text/html").querySelector("h1");
      announce(`Not saved: ${title ? title.textContent : "the server did not answer as expected"}. What you typed is still here.`);
      return;
    }
    const kept = remember(form);
    form.replaceWith(document.adoptNode(part));
    restore(part, kept);
    form = part;
  } catch {
    announce("Not saved: no connection. What you typed is still here; press Save to try again.");
  } finally {
    clearTimeout(slow);
    form.removeAttribute("aria-busy");
    busy.form = null;
    const next = busy.next;
    busy.next = null;
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
