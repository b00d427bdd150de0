// Where the ghost of the chosen elements may stand. The server sends the ways in which they can go, each with frames: where
// they stand after some number of thousandths of a BW, or tenths of a degree. Between two frames they go straight, or wheel
// about a corner. Nothing here knows the page.

/** @typedef {[number, number, number]} Stance Front left corner in thousandths of a BW, and facing in tenths of a degree. */
/** @typedef {{ way: object | null, by: number, at: Stance[], order: string, label: string }} Ghost */

/** The width of a base. */
export const WIDTH = 1000;
/** A distance ahead is a multiple of this, a wheel of that, unless a stretch ends between. */
const STEPS = { length: 50, angle: 10 };
/** A contact draws the ghost from this far, other ways from as far as this, before a single element goes where it likes. */
const [CONTACT, OTHERS] = [700, 220];

const radians = (tenths) => (tenths / 1800) * Math.PI;
/** The step of a length in a direction; north is up the table. */
export const step = (tenths, length) => [Math.sin(radians(tenths)) * length, Math.cos(radians(tenths)) * length];
const turned = (tenths, by) => (((tenths + by) % 3600) + 3600) % 3600;
const between = (a, b) => ((((b - a) % 3600) + 5400) % 3600) - 1800;
const far = ([x, y], [u, v]) => Math.hypot(x - u, y - v);

/** The middle of a base. */
export function middle([x, y, facing], depth) {
  const [right, back] = [step(facing + 900, WIDTH / 2), step(facing, -depth / 2)];
  return [x + right[0] + back[0], y + right[1] + back[1]];
}

/** The stance of a base with this middle. */
export function around([x, y], facing, depth) {
  const [left, ahead] = [step(facing + 900, -WIDTH / 2), step(facing, depth / 2)];
  return [Math.round(x + left[0] + ahead[0]), Math.round(y + left[1] + ahead[1]), turned(Math.round(facing), 0)];
}

/** A number as a record has it. */
function written(number, parts) {
  const decimals = parts === 1000 ? 3 : 1;
  return String(Number((number / parts).toFixed(decimals)));
}

/** Place and facing as a record has them. */
export const pose = ([x, y, facing]) => `${written(x, 1000)},${written(y, 1000)} ${written(facing, 10)}`;

const wheels = (way) => way.kind === "wheel";

/** Where the elements stand after a number of a way. */
export function stances(way, by) {
  const after = way.frames.findIndex((frame) => frame.by >= by);
  const to = way.frames[after < 0 ? way.frames.length - 1 : after];
  if (to.by === by || way.frames.length === 1) return to.at;
  const from = way.frames[Math.max(after - 1, 0)];
  if (way.about) {
    const angle = (by - from.by) * (way.left ? -1 : 1);
    return from.at.map(([x, y, facing]) => {
      const [sine, cosine] = step(angle, 1);
      const [u, v] = [x - way.about[0], y - way.about[1]];
      return [Math.round(way.about[0] + u * cosine + v * sine), Math.round(way.about[1] + v * cosine - u * sine), turned(facing, angle)];
    });
  }
  const share = to.by === from.by ? 1 : (by - from.by) / (to.by - from.by);
  return from.at.map(([x, y, facing], index) => {
    const [u, v, other] = to.at[index];
    return [Math.round(x + (u - x) * share), Math.round(y + (v - y) * share), turned(facing, Math.round(between(facing, other) * share))];
  });
}

/** The ghost after a number of a way, or at one of its places. */
export function ghostOn(way, by) {
  if (way.stretches) {
    return { way, by, at: stances(way, by), label: way.label, order: `${way.order} ${written(by, wheels(way) ? 10 : 1000)}` };
  }
  const frame = way.frames[by];
  return { way, by, at: frame.at, label: way.label, order: frame.order };
}

/** A single element anywhere. */
export function ghostAt(ways, stance, label) {
  const [before, behind] = ways.free;
  return { way: null, by: 0, at: [stance], label, order: before + pose(stance) + behind };
}

/** The numbers at which a ghost on a way may rest. */
function* rests(way) {
  if (!way.stretches) {
    yield* way.frames.keys();
    return;
  }
  const by = wheels(way) ? STEPS.angle : STEPS.length;
  for (const [first, last] of way.stretches) {
    // Nobody means to go a thousandth.
    if (first > 1 || last < by) yield first;
    for (let at = Math.ceil((first + 1) / by) * by; at < last; at += by) yield at;
    if (last > first) yield last;
  }
}

/** The number next to this one in a direction: by as much as `step`, within the stretches; null if there is none. */
export function next(way, by, step) {
  const numbers = [...rests(way)];
  const wanted = by + step;
  if (wanted < 1) return null;
  const beyond = numbers.filter((number) => (step > 0 ? number > by : number < by));
  if (!beyond.length) return null;
  return beyond.reduce((best, number) => (Math.abs(number - wanted) < Math.abs(best - wanted) ? number : best));
}

/** Whether a way gives places and not numbers. */
export const hasPlaces = (way) => !way.stretches;

/**
 * The ghost nearest to a wish: the middle that the element with this index should have, and for a single element its facing.
 * @returns {Ghost | null}
 */
export function nearest(ways, index, wish, facing) {
  const depth = (at) => ways.depths[at] ?? 500;
  let best = null;
  for (const way of ways.ways) {
    for (const by of rests(way)) {
      const at = way.stretches ? stances(way, by) : way.frames[by].at;
      if (!at[index]) continue;
      const size = way.size ? way.size[1] : depth(index);
      const off = far(middle(at[index], size), wish);
      const draws = way.kind === "contact" ? off < CONTACT : true;
      const weight = way.kind === "contact" ? off * 0.6 : off;
      if (draws && (!best || weight < best.weight)) best = { way, by, weight, off };
    }
  }
  if (ways.free && (!best || best.off > (best.way.kind === "contact" ? CONTACT : OTHERS))) {
    const size = best?.way?.size;
    return ghostAt(ways, around(within(ways, wish), facing, size ? size[1] : depth(0)), "To this place");
  }
  return best && ghostOn(best.way, best.by);
}

/** A wish within the reach of a single element. */
function within(ways, wish) {
  if (!ways.reach || !ways.from[0]) return wish;
  const start = middle(ways.from[0], ways.depths[0]);
  const off = far(start, wish);
  if (off <= ways.reach) return wish;
  const share = (ways.reach - 2) / off;
  return [start[0] + (wish[0] - start[0]) * share, start[1] + (wish[1] - start[1]) * share];
}

/** The place nearest to a stance, of all that are known to be legal; null if there is none. */
export function nearestPlace(ways, stance) {
  const here = middle(stance, ways.depths[0] ?? 500);
  let best = null;
  for (const way of ways.ways.filter(hasPlaces)) {
    way.frames.forEach((frame, by) => {
      const off = far(middle(frame.at[0], ways.depths[0] ?? 500), here);
      if (!best || off < best.off) best = { way, by, off };
    });
  }
  return best && ghostOn(best.way, best.by);
}

/** Of the places of a way, the next in a direction on the screen, by their distance; null if there is none. */
export function nextPlace(way, by, [right, up]) {
  const [x, y] = way.frames[by].at[0];
  let best = null;
  way.frames.forEach((frame, other) => {
    const [u, v] = [frame.at[0][0] - x, frame.at[0][1] - y];
    const along = u * right + v * up;
    const aside = Math.abs(u * up - v * right);
    const weight = along + 2 * aside;
    if (along > 1 && aside <= along && (!best || weight < best.weight)) best = { other, weight };
  });
  return best && best.other;
}
