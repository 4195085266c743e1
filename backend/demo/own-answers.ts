import { volunteerProfiles } from "#backend/modules/registration/tables";
import { agreeToAllergies } from "#backend/modules/verification/allergies";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import type { Db } from "../db/client.ts";

/** What two people of the demonstration said of themselves in their settings. */
export async function addOwnAnswers(tx: Db, people: Map<string, string>, now: Date) {
  const volunteer = people.get("volunteer@maillon.example") ?? "";
  await tx.insert(volunteerProfiles).values({
    userId: volunteer,
    activities: ["deliver", "welcome"],
    moments: ["weekdayEvening", "saturday"],
    skills: "Anglais, premiers secours, réparation de vélos",
  });
  const student = people.get("student@maillon.example") ?? "";
  await agreeToAllergies(tx, student, now);
  await tx
    .insert(beneficiaryFiles)
    .values({ userId: student, status: "eligible", diets: ["vegetarian"], size: "M", allergies: "Arachides" });
}
