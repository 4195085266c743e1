import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { guardLogOut } from "~/enhance/log-out";
import { prepareLogOut } from "~/enhance/logging-out";

vi.mock("~/enhance/logging-out", () => ({ prepareLogOut: vi.fn() }));

const prepare = vi.mocked(prepareLogOut);
let answer = true;
const confirm = vi.fn(() => answer);
beforeEach(() => {
  vi.stubGlobal("localStorage", { getItem: () => "true" });
  vi.stubGlobal("window", { confirm });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

/** Presses the button of a log-out, and says what was sent: the fields that the script added, or nothing. */
async function logOut() {
  let submit = (_: object) => {};
  vi.stubGlobal("document", { addEventListener: (_: string, listener: typeof submit) => (submit = listener), createElement: () => ({}) });
  guardLogOut();
  prepare.mockClear();
  const added: object[] = [];
  const form = { dataset: { logOut: "?" }, append: (field: object) => added.push(field), submit: vi.fn() };
  submit({ target: form, preventDefault: () => {} });
  await vi.waitFor(() => expect(prepare).toHaveBeenCalled());
  // What follows the answer is no more than promises.
  await new Promise((done) => setTimeout(done));
  return form.submit.mock.calls.length > 0 ? added : null;
}

const scansStay = [{ type: "hidden", name: "keep", value: "scans" }];

test("a log-out leaves the scans that wait in the browser", async () => {
  prepare.mockResolvedValue(true);
  expect([await logOut(), confirm.mock.calls.length]).toEqual([scansStay, 0]);
});

test("where its script fails, a log-out asks first, and leaves the scans in the browser as well", async () => {
  prepare.mockRejectedValue(new Error("The storage is closed."));
  answer = false;
  expect(await logOut()).toBeNull();
  answer = true;
  expect(await logOut()).toEqual(scansStay);
});
