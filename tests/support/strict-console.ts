import { afterEach, beforeEach, expect, vi } from "vitest";

/** What a test prints as an error or a warning is a failure nobody looked at: it fails the test, unless the test takes it. */
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

afterEach(() => {
  const lines = [...vi.mocked(console.error).mock.calls, ...vi.mocked(console.warn).mock.calls];
  vi.restoreAllMocks();
  expect(lines, "unexpected console output").toEqual([]);
});
