import { setImmediate } from "node:timers/promises";

/** How often others have a turn while something is done: once or twice for work without a pause, whatever the machine. */
export async function turnsDuring(act: () => Promise<unknown>): Promise<number> {
  let [turns, over] = [0, false];
  const counting = (async () => {
    while (!over) {
      turns += 1;
      await setImmediate();
    }
  })();
  await act();
  over = true;
  await counting;
  return turns;
}
