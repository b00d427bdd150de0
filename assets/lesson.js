// Which steps of the lesson this browser has finished: kept in the browser alone, and only to mark them.

const KEY = "lesson-done";

function finished() {
  try {
    return new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]"));
  } catch {
    return new Set();
  }
}

/** Notes the step whose goal the page says is reached, and marks all that are done. */
function mark() {
  const done = finished();
  const here = document.querySelector("[data-done]")?.dataset.done;
  if (here) {
    done.add(here);
    try {
      localStorage.setItem(KEY, JSON.stringify([...done]));
    } catch { /* A browser that keeps nothing shows no marks. */ }
  }
  for (const step of document.querySelectorAll("[data-step]")) {
    if (done.has(step.dataset.step)) step.classList.add("b-done");
  }
}

mark();
document.addEventListener("battle-changed", () => {
  mark();
  // The praise may stand outside the part of the page that is seen.
  document.querySelector(".b-reached")?.scrollIntoView({ block: "nearest" });
});
