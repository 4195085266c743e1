import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import { RulesDraft } from "#contract/charity/event-participants";

/** What the form of an event's places says, with some boxes ticked. */
function saved(...ticked: string[]) {
  const form = new FormData();
  const fields = { roles: "VOLUNTEER", maxParty: "1", offerHours: "12", cancelUntilHours: "24" };
  for (const [name, value] of Object.entries({ ...fields, "quotas[0].label.fr": "Tri", "quotas[0].capacity": "2" })) form.set(name, value);
  for (const name of ticked) form.set(name, "on");
  const submission = parseWithZod(form, { schema: RulesDraft });
  return submission.status === "success" ? submission.value : undefined;
}

test("a box of the places of an event that is not ticked is a no, and one that is ticked a yes", () => {
  expect(saved()).toMatchObject({ waitingList: false, alertsVolunteers: false, guests: false, needsDocuments: [] });
  expect(saved("waitingList", "alertsVolunteers")).toMatchObject({ waitingList: true, alertsVolunteers: true });
});
