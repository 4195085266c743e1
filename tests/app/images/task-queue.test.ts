import { expect, test } from "vitest";
import { createTurns, NoTurn } from "~/images/task-queue.server";

test("tasks run a few at a time, the others wait, and beyond a number they are refused", async () => {
  const inTurn = createTurns({ atOnce: 2, waiting: 3 });
  let [running, most] = [0, 0];
  const task = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((done) => setImmediate(done));
    running -= 1;
    return "done";
  };
  const tasks = Array.from({ length: 7 }, () => inTurn(task).catch((error) => error));
  const answers = await Promise.all(tasks);
  expect(answers.filter((answer) => answer === "done")).toHaveLength(5);
  expect(answers.filter((answer) => answer instanceof NoTurn)).toHaveLength(2);
  expect(most).toBe(2);
  expect(await inTurn(task)).toBe("done");
});

test("a failed task frees its slot", async () => {
  const inTurn = createTurns({ atOnce: 1, waiting: 5 });
  const failing = inTurn(() => Promise.reject(new Error("broken")));
  const next = inTurn(async () => "done");
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("done");
});
