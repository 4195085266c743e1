import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runToasts } from "~/enhance/toasts";

/** A message as far as its script sees it. */
class FakeToast extends EventTarget {
  hidden = false;
  dataset: Record<string, string> = { timeout: "5000" };
}

let toast: FakeToast;
beforeEach(() => {
  vi.useFakeTimers();
  toast = new FakeToast();
  // why: unit tests have no browser; what is asked of it here are a clock and events.
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("document", Object.assign(new EventTarget(), { querySelectorAll: () => [toast] }));
  runToasts();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const say = (...events: string[]) => {
  for (const event of events) toast.dispatchEvent(new Event(event));
};

test("S4-041 a message that is hovered and focused pauses with its remaining time, counted once", () => {
  vi.advanceTimersByTime(1_000);
  say("pointerenter");
  vi.advanceTimersByTime(3_000);
  say("focusin");
  vi.advanceTimersByTime(3_000);
  say("focusout", "pointerleave");
  vi.advanceTimersByTime(3_999);
  expect(toast.hidden).toBe(false);
  vi.advanceTimersByTime(1);
  expect(toast.hidden).toBe(true);
});

test("S4-041 a message whose pointer leaves while it has the focus still waits", () => {
  say("focusin", "pointerenter", "pointerleave");
  vi.advanceTimersByTime(60_000);
  expect(toast.hidden).toBe(false);
  say("focusout");
  vi.advanceTimersByTime(5_000);
  expect(toast.hidden).toBe(true);
});

test("S4-041 a message that is left twice runs once", () => {
  say("pointerenter", "pointerleave", "pointerleave", "focusout");
  vi.advanceTimersByTime(4_999);
  expect(toast.hidden).toBe(false);
  vi.advanceTimersByTime(1);
  expect(toast.hidden).toBe(true);
});
