import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { issueCodes } from "#backend/modules/check-ins/issuing";
import { checkIns, scanAttempts } from "#backend/modules/check-ins/tables";
import { backendForTest } from "#tests/support/backend";
import { addRegistration, addRunningEvent, answerAt } from "#tests/support/door";
import { signIn } from "#tests/support/people";

test("the same code at many doors at once is one entry, and the same scan sent many times is one attempt", async () => {
  const backend = await backendForTest();
  const doors = await Promise.all(Array.from({ length: 8 }, () => signIn(backend, { role: "ADMIN" })));
  const event = await addRunningEvent(backend);
  const person = await signIn(backend, { role: "VOLUNTEER" });
  const id = await addRegistration(backend, event, { userId: person.id });
  const code = (await issueCodes(backend.services, "ticket", [id])).get(id)?.code ?? "";
  const answers = await Promise.all(doors.map(({ cookie }) => answerAt(backend, cookie, event.eventId, { code })));
  expect(answers.toSorted()).toEqual([...Array(7).fill("already"), "ok"]);
  const leaving = await Promise.all(doors.map(({ cookie }) => answerAt(backend, cookie, event.eventId, { code, kind: "exit" })));
  expect(leaving.toSorted()).toEqual(["left", ...Array(7).fill("not_inside")]);
  expect(await backend.services.db.$count(checkIns, eq(checkIns.registrationId, id))).toBe(2);

  const before = await backend.services.db.$count(scanAttempts);
  const nonces = [{ code }, { code: "FORGED" }].flatMap((sent) => Array(6).fill({ ...sent, nonce: crypto.randomUUID() }));
  const same = await Promise.all(nonces.map((sent) => answerAt(backend, doors[0]?.cookie ?? "", event.eventId, sent)));
  expect(same).toEqual([...Array(6).fill("ok"), ...Array(6).fill("unknown")]);
  expect(await backend.services.db.$count(scanAttempts)).toBe(before + 2);

  // People come and go while others register, cancel and are checked in by staff: no two wait for each other.
  const crowd = await Promise.all(Array.from({ length: 12 }, () => signIn(backend, { role: "VOLUNTEER" })));
  const ids = await Promise.all(crowd.map(({ id: userId }) => addRegistration(backend, event, { userId })));
  const codes = await issueCodes(backend.services, "ticket", ids);
  const acts = await Promise.all(
    ids.flatMap((one, index) => [
      answerAt(backend, doors[index % 8]?.cookie ?? "", event.eventId, { code: codes.get(one)?.code }),
      backend
        .request(`/api/admin/events/${event.eventId}/participants/act`, {
          method: "POST",
          cookie: doors[0]?.cookie,
          json: { action: "attended", selection: { ids: [one] } },
        })
        .then(({ status }) => String(status)),
    ]),
  );
  expect(new Set(acts)).toEqual(new Set(["ok", "200"]));
});
