import { expect, test } from "vitest";
import { mailTopics } from "#backend/modules/mails/topics";
import { familyOf } from "~/routes/admin/mails/mail-families";

test("each mail is in a family that is named, and the mails about the team's work are those alone", () => {
  const work = mailTopics.filter((topic) => familyOf(topic) === "work");
  expect(work.toSorted()).toEqual(["digest", "follow_up_assigned", "work_summary"]);
  expect(familyOf("event_offer")).toBe("events");
  expect(familyOf("gift_in_kind_thanks")).toBe("gifts");
});
