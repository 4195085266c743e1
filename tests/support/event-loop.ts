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

/** The longest turn of this thread while something is done, in milliseconds of its own CPU: other work on the machine does not count. */
export async function longestTurn(act: () => Promise<unknown>): Promise<number> {
  let [longest, over] = [0, false];
  const spent = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  const watching = (async () => {
    while (!over) {
      const before = spent();
      await setImmediate();
      longest = Math.max(longest, spent() - before);
    }
  })();
  await act();
  over = true;
  await watching;
  return longest;
}
