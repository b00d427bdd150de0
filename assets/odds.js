// Odds of combats: each change of a control requests the page of the new case at once and replaces the old one with it.
// Without script, the form has a button for that.
{
  const page = () => document.getElementById("odds");
  /** The pending request; a later one replaces it. */
  let awaited = null;

  /** The values of the form, without empty fields. */
  const said = (form, button) => {
    const fields = new URLSearchParams(new FormData(form));
    if (button?.name) fields.set(button.name, button.value);
    for (const [name, value] of [...fields]) if (!value) fields.delete(name);
    return fields;
  };

  const wake = () => document.getElementById("odds-form")?.classList.add("live");

  const show = async (form, button, at) => {
    awaited?.abort();
    const mine = new AbortController();
    awaited = mine;
    page().setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(`${form.action}?${said(form, button)}`, { signal: mine.signal });
      const part = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("odds");
      if (mine.signal.aborted) return;
      if (!part) throw new Error(answer.status);
      const top = at?.getBoundingClientRect().top;
      page().replaceWith(document.adoptNode(part));
      history.replaceState(null, "", answer.url);
      wake();
      showCopyButtons(part);
      // The control that was used stays where it is on the screen.
      const same = at?.id && document.getElementById(at.id);
      same?.focus({ preventScroll: true });
      if (same?.getClientRects().length) scrollBy({ top: same.getBoundingClientRect().top - top, behavior: "instant" });
      announce("");
      tell([...part.querySelectorAll(".odds-deed, .odds-said [role=alert] p")].map((line) => line.innerText).join(". "));
    } catch {
      if (mine.signal.aborted) return;
      page().removeAttribute("aria-busy");
      announce("Not updated: no connection. What you chose is still here.");
    }
  };

  document.addEventListener("change", (event) => {
    const form = event.target.form;
    if (form?.id === "odds-form") show(form, null, event.target);
  });
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "odds-form") return;
    event.preventDefault();
    show(event.target, event.submitter, event.submitter);
  });
  wake();
}
