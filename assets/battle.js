// A visitor who waits for the other side, or looks on, sees its orders without asking: the page looks for a newer state, less
// and less often while nothing happens, and not at all while nobody looks at it.

const table = document.querySelector("[data-waits]");

/** The shortest and the longest time between two looks, in milliseconds. */
const [SHORTEST, LONGEST] = [3000, 60000];
let pause = SHORTEST;

async function look() {
  if (document.visibilityState === "visible") {
    try {
      const answer = await fetch(table.dataset.waits, { headers: { "If-None-Match": table.dataset.state }, cache: "no-store" });
      if (answer.status === 200 && answer.headers.get("etag")?.replace(/-(br|gzip|zstd)"$/, '"') !== table.dataset.state) {
        location.reload();
        return;
      }
    } catch { /* The line is gone; it comes back. */ }
    pause = Math.min(pause * 1.2, LONGEST);
  }
  setTimeout(look, pause);
}

if (table) {
  document.addEventListener("visibilitychange", () => { pause = SHORTEST; });
  setTimeout(look, pause);
}
