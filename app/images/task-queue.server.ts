/** Thrown when the queue is full. */
export class NoTurn extends Error {}

/** Runs tasks a few at a time; others wait, up to a limit. Beyond it a task is refused with {@link NoTurn}. */
export function createTurns({ atOnce, waiting: most }: { atOnce: number; waiting: number }) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= most) throw new NoTurn("too many wait");
      await new Promise<void>((go) => waiting.push(go));
    } else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
