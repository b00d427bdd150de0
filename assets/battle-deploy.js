// Several elements that are set up together: where their ghosts stand, and the orders that put them there. Those that stand on
// the table already keep their places to each other; others stand side by side and face the enemy. Nothing here knows the page.

import { WIDTH, around, middle, pose, step } from "battle-ghost.js";

/** Their places are multiples of this, so that ranks that are set up one after the other meet edge to edge. */
const GRID = 250;

const onGrid = (length) => Math.round(length / GRID) * GRID;
const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** The number of an element in the rank; a fraction between two of them is the middle of the rank. */
const central = (ways) => (ways.each.length - 1) / 2;
const keepsPlaces = (ways) => ways.from.length === ways.each.length;

/** The middle of all of them. */
function centre(ways, at) {
  const middles = at.map((stance, index) => middle(stance, ways.depths[index]));
  return [mean(middles.map(([x]) => x)), mean(middles.map(([, y]) => y))];
}

/** The ghost of all of them, before anybody has moved it. */
export function restingRank(ways) {
  if (keepsPlaces(ways)) return ghostOf(ways, ways.from);
  return rankAt(ways, null, middle(ways.start, ways.depths[0]));
}

/** The ghost of which the element with this index, or without one the middle, is nearest to a wish. */
export function rankAt(ways, index, wish) {
  if (keepsPlaces(ways)) {
    const [x, y] = index === null ? centre(ways, ways.from) : middle(ways.from[index], ways.depths[index]);
    const [right, up] = [onGrid(wish[0] - x), onGrid(wish[1] - y)];
    return ghostOf(ways, ways.from.map(([u, v, facing]) => [u + right, v + up, facing]), [right, up]);
  }
  const facing = ways.start[2];
  const lead = index ?? central(ways);
  const [x, y] = around(wish, facing, ways.depths[Math.floor(lead)]);
  const first = step(facing + 900, -lead * WIDTH);
  const [left, front] = [onGrid(x + first[0]), onGrid(y + first[1])];
  return ghostOf(ways, ways.each.map((_, place) => {
    const [right, up] = step(facing + 900, place * WIDTH);
    return [Math.round(left + right), Math.round(front + up), facing];
  }));
}

/** The ghost moved by some lengths. */
export function movedRank(ways, ghost, [right, up]) {
  const [x, y] = centre(ways, ghost.at);
  return rankAt(ways, null, [x + right, y + up]);
}

/**
 * A ghost with the orders of all. Those that go first make room for the others: of elements that all move one way, the
 * foremost.
 */
function ghostOf(ways, at, [right, up] = [0, 0]) {
  const each = ways.who.map((id, index) => ({ id, order: `${ways.each[index][0]}${pose(at[index])}${ways.each[index][1]}`, at: at[index] }));
  each.sort((one, other) => (other.at[0] - one.at[0]) * right + (other.at[1] - one.at[1]) * up);
  const label = keepsPlaces(ways) ? "Together" : "Side by side";
  return { way: null, by: 0, at, label, order: each.map(({ order }) => order).join("; "), each };
}
