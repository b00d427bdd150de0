// An army beside the real table: losses, bounds, PIPs, a clock and the odds of every fight, without asking the server.
// The state is an object that every change replaces; it is shown, kept in this browser, and put on a stack for undo.
{
  const form = document.getElementById("table");
  const data = JSON.parse(document.getElementById("table-data").textContent);
  const sides = data.sides;
  const ways = data.fights?.ways ?? [];
  const $ = (id) => document.getElementById(id);
  const KEY = `table:${location.pathname}`;
  const MOST_UNDO = 200;

  /** The state in the boxes that the server rendered. */
  const ticked = () => [...form.querySelectorAll("input:checked")].map((box) => box.name);
  const fresh = () => ({ lost: ticked(), bound: 1, pips: null, clock: { since: null, spent: 0 } });

  const kept = () => {
    try {
      return JSON.parse(localStorage.getItem(KEY));
    } catch {
      return null;
    }
  };
  /** Losses in the address that are not the remembered ones come from a link, and win over what this browser remembers. */
  const begin = () => {
    const known = { ...fresh(), ...kept() };
    const same = [...known.lost].sort().join() === ticked().sort().join();
    return !location.search || same ? known : fresh();
  };
  let state = begin();
  const undo = [];
  let mode = "lose";
  /** The chosen elements of both sides, and the way they fight. */
  let chosen = { a: null, b: null };
  let way = 0;
  let more = [0, 0];

  const toChoose = sides.length === 2 ? "Tap one element of each army." : "Tap an element to read what happens to it.";

  const keep = () => {
    try {
      localStorage.setItem(KEY, JSON.stringify(state));
    } catch { /* a browser that keeps nothing still plays */ }
    const query = new URLSearchParams(state.lost.map((name) => [name, "on"])).toString();
    history.replaceState(null, "", query ? `?${query}` : location.pathname);
  };

  const change = (to) => {
    undo.push(state);
    if (undo.length > MOST_UNDO) undo.shift();
    state = { ...state, ...to };
    keep();
    show();
  };

  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

  /** What each side has lost: how much it counts, whether the general is among it, and how its commands stand. */
  const losses = (side) => {
    const gone = side.elements.filter((_, at) => state.lost.includes(`${side.letter}${at}`));
    const has = (name) => state.lost.includes(`${side.letter}-${name}`);
    const features = (command) => (has(command?.camp ?? "camp") ? side.camp : 0)
      + (has("walls") && !command?.camp ? side.stronghold : 0);
    const firsts = (of) => (of.some((element) => element.first_of) ? side.first_of : 0);
    const commands = side.commands.map((command, place) => {
      const its = gone.filter((element) => element.command === place);
      const more = firsts(its) + features(command);
      const [lost, all] = ["demoralising", "routing"].map((name) => sum(its.map((element) => element[name])) + more);
      const words = all >= command.routed ? data.command_words[1] : lost >= command.demoralised ? data.command_words[0] : "";
      return { words, told: words || `${lost} of ${command.demoralised} lost`, more };
    });
    const undivided = gone.filter((element) => element.command === null);
    const worth = sum(gone.map((element) => element.worth)) + firsts(undivided)
      + (commands.length ? sum(commands.map((command) => command.more)) : features());
    return { worth, commands, general: gone.some((element) => element.general), walls: has("walls") };
  };

  /** How an army stands, as the page without script judges it. */
  const standing = (side, own, enemy) => {
    const broken = side.breaks !== null && own.worth >= side.breaks;
    const fled = own.commands.filter((command) => command.words).length;
    const decided = (own.walls && side.stronghold_decides) || (own.worth > enemy?.worth
      && (broken || (own.general && side.general_decides)
        || (side.broken_commands !== null && fled >= side.broken_commands)));
    if (enemy && decided) return "beaten";
    return broken ? "breaking" : own.general ? "leaderless" : "fights";
  };

  const minutes = (seconds) => {
    const [hours, left] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    const two = (number) => String(number).padStart(2, "0");
    return hours ? `${hours}:${two(left)}:${two(seconds % 60)}` : `${left}:${two(seconds % 60)}`;
  };
  const spent = () => state.clock.spent + (state.clock.since ? Math.floor((Date.now() - state.clock.since) / 1000) : 0);

  const showClock = () => {
    $("t-clock").textContent = minutes(spent());
    $("t-start").textContent = state.clock.since ? "Stop the clock" : "Start the clock";
  };

  const show = () => {
    const known = sides.map(losses);
    sides.forEach((side, at) => {
      const [own, enemy] = [known[at], known[1 - at]];
      $(`t-lost-${side.letter}`).textContent = own.worth;
      const bar = $(`t-bar-${side.letter}`);
      if (bar) bar.value = Math.min(100, (100 * own.worth) / side.breaks);
      const stands = standing(side, own, enemy);
      $(`t-state-${side.letter}`).textContent = data.standings[stands];
      $(`t-score-${side.letter}`).dataset.standing = stands;
      own.commands.forEach((command, place) => {
        const line = $(`t-command-${side.letter}${place}`);
        line.textContent = command.told;
        line.classList.toggle("broken", Boolean(command.words));
      });
    });
    for (const box of form.querySelectorAll(".t-tile input")) {
      box.checked = state.lost.includes(box.name);
      const tile = box.closest(".t-tile");
      tile.classList.toggle("chosen", mode === "odds" && [chosen.a, chosen.b].includes(box.name));
    }
    $("t-bound").textContent = `Bound ${state.bound}`;
    $("t-pips").textContent = `PIPs: ${state.pips ?? "–"}`;
    $("t-undo").disabled = !undo.length;
    for (const button of form.querySelectorAll("[data-mode]")) {
      button.setAttribute("aria-pressed", String(button.dataset.mode === mode));
    }
    $("t-hint").textContent = mode === "odds" ? toChoose
      : "Tap an element that is lost; tap it again if it comes back.";
    showClock();
    showOdds();
  };

  // Odds
  const fates = data.fights?.fates ?? [];
  const doubled = data.fights?.doubled;

  /** The fates of both for each of the 36 throws. */
  const throws = ([sumA, sumB, gradeA, gradeB, letters]) => {
    const found = [];
    for (let a = 1; a <= 6; a++) {
      for (let b = 1; b <= 6; b++) {
        const [x, y] = [sumA + a + more[0], sumB + b + more[1]];
        const [own, enemy] = [x <= y ? x + gradeA : x, y <= x ? y + gradeB : y];
        let at = own % 2 ? 3 : 2;
        if (own < enemy) at = own * doubled <= enemy ? 1 : 0;
        if (own > enemy) at = enemy * doubled <= own ? 5 : 4;
        found.push([letters[2 * at], letters[2 * at + 1]]);
      }
    }
    return found;
  };

  const element = (name) => {
    const side = sides.find((side) => side.letter === name[0]);
    return side.elements[Number(name.slice(1))];
  };
  const kindOf = (name, side) => side.kinds[element(name).kind];

  const make = (tag, props = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), props);
    made.append(...children);
    return made;
  };

  /** A bar of 36 throws: lost, driven back, unharmed. */
  const bar = (counts, total) => {
    const harmed = (harm) => fates.filter((fate) => fate.harm === harm)
      .reduce((sum, fate) => sum + (counts[fate.sign] ?? 0), 0);
    const [lost, driven] = [harmed("lost"), harmed("driven")];
    const part = (name, number) => {
      const piece = make("i", { className: name });
      piece.style.flexGrow = number;
      return piece;
    };
    return make("span", { className: "t-bar", ariaHidden: "true" }, part("t-l", lost), part("t-d", driven),
      part("t-n", total - lost - driven));
  };

  const told = (counts) => {
    const parts = fates.filter((fate) => counts[fate.sign]).map((fate) => `${fate.phrase}: ${counts[fate.sign]}`);
    return parts.join(", ");
  };

  const stepper = (at, sum) => {
    const button = (by, words) => make("button", {
      type: "button", className: "quiet", textContent: by > 0 ? "+" : "−", ariaLabel: words,
      onclick: () => { more[at] = Math.max(-9, Math.min(9, more[at] + by)); showOdds(); },
    });
    const shown = `${sum + more[at] >= 0 ? "+" : "−"}${Math.abs(sum + more[at])}`;
    return make("span", { className: "t-stepper" }, button(-1, "One less"), make("output", { textContent: shown }),
      button(1, "One more"));
  };

  /** What the crib sheet says of an element. */
  const card = (name, side) => {
    const kind = kindOf(name, side);
    const lines = (kind?.card ?? []).map((line) => make("div", {}, make("dt", { textContent: line.head }),
      make("dd", { textContent: line.text })));
    return make("section", { className: "t-card" },
      make("p", { className: "t-about" }, make("strong", { textContent: kind?.name ?? "?" }), ` ${element(name).about}`),
      make("dl", {}, ...lines));
  };

  const showOdds = () => {
    const section = $("t-odds");
    section.hidden = mode !== "odds";
    if (section.hidden) return;
    const body = $("t-odds-body");
    if (!chosen.a && !chosen.b) {
      body.replaceChildren(make("p", { className: "hint", textContent: toChoose }));
      return;
    }
    const about = sides.filter((side) => chosen[side.letter]).map((side) => card(chosen[side.letter], side));
    if (sides.length < 2) {
      body.replaceChildren(...about);
      return;
    }
    if (!chosen.a || !chosen.b) {
      body.replaceChildren(...about, make("p", { className: "hint", textContent: "Now tap one of the other army." }));
      return;
    }
    const [row, column] = [element(chosen.a).kind, element(chosen.b).kind];
    if (row === null || column === null) {
      body.replaceChildren(make("p", { textContent: "The rules do not know one of these elements, so there are no odds." }));
      return;
    }
    const open = ways.map((each, at) => [each, at]).filter(([each]) => each.rows[row]?.[column]);
    if (!open.length) {
      body.replaceChildren(...about, make("p", { textContent: "These two cannot fight each other." }));
      return;
    }
    if (!open.some(([, at]) => at === way)) way = open[0][1];
    const numbers = ways[way].rows[row][column];
    const all = throws(numbers);
    const count = (side) => all.reduce((counts, fates) =>
      ({ ...counts, [fates[side]]: (counts[fates[side]] ?? 0) + 1 }), {});
    const choices = make("p", { className: "targets t-ways" }, ...open.map(([each, at]) => {
      const button = make("button", { type: "button", className: "quiet", textContent: each.name,
        onclick: () => { way = at; showOdds(); } });
      button.setAttribute("aria-pressed", String(at === way));
      return button;
    }));
    const line = (side, at) => {
      const counts = count(at);
      return make("div", { className: "t-line" }, make("strong", { textContent: kindOf(chosen[side.letter], side)?.name ?? "?" }),
        stepper(at, numbers[at]), bar(counts, all.length), make("span", { className: "t-told", textContent: told(counts) }));
    };
    body.replaceChildren(choices, line(sides[1], 1), line(sides[0], 0),
      make("p", { className: "hint", textContent: "Of 36 throws. Press + and − for support, overlaps, hills and whatever else counts." }),
      ...about);
  };

  // Taps
  form.addEventListener("click", (event) => {
    const box = event.target.closest(".t-tile")?.querySelector("input");
    if (box && mode === "odds") {
      event.preventDefault();
      const letter = box.name[0];
      if (box.name.includes("-")) return;
      chosen[letter] = chosen[letter] === box.name ? null : box.name;
      more = [0, 0];
      // The browser ticks the box again after this event; only then is it shown as it is.
      setTimeout(show);
      return;
    }
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.mode) {
      mode = button.dataset.mode;
      show();
    }
    if (button.dataset.pips) change({ pips: Number(button.dataset.pips) });
    const turns = {
      bound: () => change({ bound: state.bound + 1, pips: null }),
      "bound-back": () => state.bound > 1 && change({ bound: state.bound - 1, pips: null }),
      pip: () => state.pips > 0 && change({ pips: state.pips - 1 }),
      clock: () => change({ clock: { spent: spent(), since: state.clock.since ? null : Date.now() } }),
      undo: () => {
        if (!undo.length) return;
        state = undo.pop();
        keep();
        show();
      },
    };
    turns[button.dataset.turn]?.();
  });
  form.addEventListener("change", (event) => {
    if (event.target.matches(".t-tile input")) change({ lost: ticked() });
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  document.querySelector("[data-turn=again]").addEventListener("click", () => {
    change({ lost: [], bound: 1, pips: null, clock: { since: null, spent: 0 } });
    form.scrollIntoView({ block: "start" });
  });

  // The screen stays awake while the page is looked at, where the browser can do that.
  let awake = null;
  const stayAwake = async () => {
    if (document.visibilityState !== "visible" || awake) return;
    try {
      awake = await navigator.wakeLock?.request("screen");
      awake?.addEventListener("release", () => { awake = null; });
    } catch { /* the battery is low, or the browser does not allow it */ }
  };
  document.addEventListener("visibilitychange", stayAwake);
  document.addEventListener("pointerdown", stayAwake);

  for (const hidden of document.querySelectorAll(".t-turn, .t-modes, .t-again")) hidden.hidden = false;
  document.querySelector(".t-count-button").remove();
  document.body.classList.add("t-live");
  setInterval(() => state.clock.since && showClock(), 1000);
  stayAwake();
  show();
}
