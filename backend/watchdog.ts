import { Worker } from "node:worker_threads";

/** How often a process shows that it runs, and how long it may show nothing, in milliseconds. */
const usual = { every: 1_000, longest: 60_000 };

/** Runs in a thread of its own. It counts its own rounds: a machine that was suspended stopped them as well. */
const watch = `
  const { workerData: { beats, every, longest } } = require("node:worker_threads");
  let [last, silent] = [0, 0];
  const timer = setInterval(() => {
    const beat = Atomics.load(beats, 0);
    silent = beat === last ? silent + every : 0;
    last = beat;
    if (silent < longest) return;
    clearInterval(timer);
    require("node:fs").writeSync(2, JSON.stringify({ level: 60, time: Date.now(), msg: "the process was blocked for too long, and is killed" }) + "\\n");
    process.kill(process.pid, "SIGKILL");
  }, every);
`;

/**
 * Kills the process when its event loop has been blocked for a minute: it still accepts connections then, and answers none. What starts it, systemd
 * or Docker, starts it again. In a container it takes an init process (`init: true`): the first process of a container ignores signals from inside.
 */
export function startWatchdog({ every, longest } = usual) {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const resourceLimits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 };
  new Worker(watch, { eval: true, execArgv: [], workerData: { beats, every, longest }, resourceLimits }).unref();
  setInterval(() => Atomics.add(beats, 0, 1), every).unref();
}
