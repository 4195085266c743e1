import { expect, test } from "vitest";
import { eventStage } from "#contract/charity/event-day";

const stageAt = (now: string, startsAt: string, more: Partial<Parameters<typeof eventStage>[0]> = {}) => {
  const start = new Date(startsAt);
  const facts = {
    status: "published",
    cancelled: false,
    closed: false,
    startsAt: start,
    endsAt: new Date(start.getTime() + 3 * 3_600_000),
  } as const;
  return eventStage({ ...facts, ...more }, new Date(now));
};

test("an event is open for registration, then near, then under way, then to close until staff close it", () => {
  const at = "2099-06-10T08:00:00Z";
  expect(stageAt("2099-06-08T21:59:59Z", at)).toBe("sign_up");
  expect(stageAt("2099-06-08T22:00:00Z", at)).toBe("eve");
  expect(stageAt("2099-06-10T05:59:59Z", at)).toBe("eve");
  expect(stageAt("2099-06-10T06:00:00Z", at)).toBe("running");
  expect(stageAt("2099-06-10T10:59:59Z", at)).toBe("running");
  expect(stageAt("2099-06-10T11:00:00Z", at)).toBe("to_close");
  expect(stageAt("2099-06-10T11:00:00Z", at, { closed: true })).toBe("closed");
  expect(stageAt("2099-06-10T09:00:00Z", at, { cancelled: true })).toBe("cancelled");
  expect(stageAt("2099-06-10T09:00:00Z", at, { status: "draft" })).toBe("draft");
});

test("the day before begins at midnight in France, over both changes of clocks", () => {
  // Clocks go forward on 29 March 2099, and back on 25 October.
  expect(stageAt("2099-03-28T22:59:59Z", "2099-03-30T08:00:00Z")).toBe("sign_up");
  expect(stageAt("2099-03-28T23:00:00Z", "2099-03-30T08:00:00Z")).toBe("eve");
  expect(stageAt("2099-10-24T21:59:59Z", "2099-10-26T09:00:00Z")).toBe("sign_up");
  expect(stageAt("2099-10-24T22:00:00Z", "2099-10-26T09:00:00Z")).toBe("eve");
});
