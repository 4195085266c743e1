import { expect, test } from "vitest";
import { answerTones, scanAnswers } from "#contract/charity/check-ins";
import { type Facts, judge } from "#contract/charity/door-judging";

const at = (time: string) => new Date(`2026-12-01T${time}:00Z`);
const registration = { eventId: "here", status: "confirmed", slotStartsAt: null, inside: false } as const;
const facts: Facts = {
  ...{ replaced: false, expired: false, isEntrance: false, accountOpen: true },
  event: { id: "here", startsAt: at("14:00"), endsAt: at("17:00"), isOn: true },
  registration,
};
const entry = (change: Partial<Facts>, time = "15:00") => judge({ ...facts, ...change }, "entry", at(time));
const of = (change: Partial<NonNullable<Facts["registration"]>>) => ({ registration: { ...registration, ...change } });

test("every answer but that to a forged code has its case, and each has a tone", () => {
  const answers = [
    entry({}),
    judge({ ...facts, ...of({ inside: true }) }, "exit", at("15:00")),
    entry(of({ inside: true })),
    judge(facts, "exit", at("15:00")),
    entry(of({ status: "waiting" })),
    entry(of({ status: "cancelled_by_user" })),
    entry({ replaced: true }),
    entry(of({ eventId: "elsewhere" })),
    entry({}, "11:59"),
    entry({}, "17:00"),
    entry({ event: { ...facts.event, isOn: false } }),
    entry({ registration: null }),
    entry({ expired: true }),
    entry({ accountOpen: false }),
  ];
  expect([...answers, "unknown"]).toEqual(scanAnswers);
  expect(Object.keys(answerTones)).toEqual(scanAnswers);
});

test("the door opens two hours before the event, and half an hour before a place with a time of its own", () => {
  expect(entry({}, "12:00")).toBe("ok");
  const slot = of({ slotStartsAt: at("16:00") });
  expect([entry(slot, "15:29"), entry(slot, "15:30")]).toEqual(["too_early", "ok"]);
});

test("an exit counts at any time; an entrance's own code lets nobody in", () => {
  expect(judge({ ...facts, ...of({ inside: true }) }, "exit", at("23:00"))).toBe("left");
  expect(entry({ isEntrance: true, registration: null })).toBe("needs_attention");
});

test("a replaced code says so before anything of its event, and an offered place is not confirmed", () => {
  expect(entry({ replaced: true, ...of({ eventId: "elsewhere" }) })).toBe("revoked");
  expect(entry(of({ status: "offered" }))).toBe("not_confirmed");
  expect(entry(of({ status: "no_show" }))).toBe("ok");
});
