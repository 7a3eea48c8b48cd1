// Draws many things without holding up the till: drawing bars takes milliseconds each.

/** How long drawing may hold up the till in one go. */
const longestTurnMs = 15;

/** Returns what was drawn of each. */
export async function drawnInTurns<Item, Drawn>(
  items: readonly Item[],
  draw: (item: Item) => Drawn,
): Promise<readonly Drawn[]> {
  const drawn: Drawn[] = [];
  let turnBegan = performance.now();
  for (const item of items) {
    drawn.push(draw(item));
    if (performance.now() - turnBegan < longestTurnMs) continue;
    await new Promise(setImmediate);
    turnBegan = performance.now();
  }
  return drawn;
}
