// The view of the table: its part that is seen, what is laid over it, and the measuring stick. Places on the table are in
// thousandths of a BW; y grows away from the near edge.

const SVG = "http://www.w3.org/2000/svg";
/** Thousandths of a BW in one unit of the drawing. */
export const UNIT = 10;
/** The most that the table is enlarged. */
const MOST = 8;

export function element(name, attributes, ...within) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...within);
  return made;
}

export const map = () => document.querySelector("#battle svg.map");
export const table = () => map()?.querySelector("g.table");
const depth = () => Number(map().dataset.depth);

/** A place of the table in the drawing. */
export const drawn = ([x, y]) => [x / UNIT, depth() - y / UNIT];
/** The place of the table under a pointer. */
export function under({ clientX, clientY }) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(table().getScreenCTM().inverse());
  return [x * UNIT, (depth() - y) * UNIT];
}

/** A group of ours on the table: below the elements, or above them. */
export function group(name, below = false) {
  const known = table().querySelector(`:scope > g.${name}`);
  if (known) return known;
  const made = element("g", { class: name, "pointer-events": "none" });
  const battle = table().querySelector(":scope > g.battle");
  if (below) battle.before(made);
  else battle.after(made);
  return made;
}

// The part that is seen

let whole = null;
let seen = null;

function show() {
  const [width, height] = [Math.min(seen.width, whole.width), Math.min(seen.height, whole.height)];
  const x = Math.min(Math.max(seen.x, whole.x), whole.x + whole.width - width);
  const y = Math.min(Math.max(seen.y, whole.y), whole.y + whole.height - height);
  seen = { x, y, width, height };
  map().setAttribute("viewBox", [x, y, width, height].map((number) => Number(number.toFixed(1))).join(" "));
  document.getElementById("battle").classList.toggle("b-near", width < whole.width - 1);
}

function begin() {
  if (whole) return;
  const [x, y, width, height] = map().getAttribute("viewBox").split(" ").map(Number);
  whole = { x, y, width, height };
  seen = { ...whole };
}

/** A pointer in units of the drawing. */
function spot({ clientX, clientY }) {
  const at = new DOMPoint(clientX, clientY).matrixTransform(map().getScreenCTM().inverse());
  return [at.x, at.y];
}

/** Enlarges by a factor; what is at the pointer stays there. */
export function zoom(factor, at = null) {
  begin();
  const box = map().getBoundingClientRect();
  const [x, y] = spot(at ?? { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 });
  const width = Math.min(Math.max(seen.width / factor, whole.width / MOST), whole.width);
  const share = width / seen.width;
  seen = { x: x - (x - seen.x) * share, y: y - (y - seen.y) * share, width, height: whole.height * (width / whole.width) };
  show();
}

/** Moves what is seen, by pixels. */
export function pan(right, down) {
  begin();
  const pixels = map().getScreenCTM().a;
  seen = { ...seen, x: seen.x - right / pixels, y: seen.y - down / pixels };
  show();
}

export function showWhole() {
  begin();
  seen = { ...whole };
  show();
}

export const isNear = () => seen !== null && seen.width < whole.width - 1;

// Layers

const KEY = "battle-layers";
export const LAYERS = {
  zones: "Threat zones", command: "Command distance", ranges: "Range of the chosen", sights: "Line of sight of the chosen",
};

/** The layers that are shown; this browser remembers them, where it remembers anything. */
const shown = new Set((() => {
  try {
    return (localStorage.getItem(KEY) ?? "").split(" ").filter((name) => name in LAYERS);
  } catch {
    return [];
  }
})());

export const isShown = (name) => shown.has(name);
export const showsLayers = () => shown.size > 0;

export function showLayer(name, is) {
  if (is) shown.add(name);
  else shown.delete(name);
  try {
    localStorage.setItem(KEY, [...shown].join(" "));
  } catch { /* they are shown as long as the page is open */ }
}

// Pictures of the troops

const PICTURES = "battle-pictures";

/** Whether bases show pictures instead of codes; this browser remembers it. */
export function hasPictures() {
  try {
    return localStorage.getItem(PICTURES) === "on";
  } catch {
    return false;
  }
}

export function showPictures(is) {
  document.getElementById("battle").classList.toggle("b-pictures", is);
  try {
    localStorage.setItem(PICTURES, is ? "on" : "off");
  } catch { /* they are shown as long as the page is open */ }
}

const path = (corners) => `M${corners.map((at) => drawn(at).join(" ")).join("L")}Z`;

/** Draws what the server has measured. */
export function drawLayers(layers) {
  const into = group("b-layers", true);
  // They end at the edge of the table.
  const edge = element("rect", { width: map().dataset.width, height: depth() });
  into.replaceChildren(element("clipPath", { id: "b-edge" }, edge));
  into.setAttribute("clip-path", "url(#b-edge)");
  if (!layers) return;
  for (const name of ["command", "zones", "ranges"].filter(isShown)) {
    for (const { side, corners, around } of layers[name]) {
      const part = element("g", { class: `layer ${name} side-${side}` });
      // All ground within a distance is the outline with a pen as broad as twice the distance.
      if (around) part.append(element("path", { class: "around", d: path(corners), "stroke-width": (2 * around) / UNIT }));
      part.append(element("path", { class: "ground", d: path(corners) }));
      into.append(part);
    }
  }
  if (isShown("sights")) {
    for (const { from, to, clear } of layers.sights) {
      const [[x1, y1], [x2, y2]] = [drawn(from), drawn(to)];
      into.append(element("line", { class: clear ? "sight clear" : "sight", x1, y1, x2, y2 }));
    }
  }
}

// The measuring stick

/** Lays the stick between two places, and returns its length in BW. */
export function lay(from, to) {
  const stick = group("b-stick");
  const [[x1, y1], [x2, y2]] = [drawn(from), drawn(to)];
  const length = (Math.hypot(to[0] - from[0], to[1] - from[1]) / 1000).toFixed(2);
  const words = element("text", { x: (x1 + x2) / 2, y: (y1 + y2) / 2 - 16, "text-anchor": "middle" }, `${length} BW`);
  stick.replaceChildren(element("line", { x1, y1, x2, y2 }), words);
  return length;
}

export const putAway = () => group("b-stick").replaceChildren();

/** Whether a place lies within a line drawn around it. */
export function isWithin([x, y], corners) {
  let inside = false;
  corners.forEach(([ax, ay], at) => {
    const [bx, by] = corners[(at + 1) % corners.length];
    if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) inside = !inside;
  });
  return inside;
}
