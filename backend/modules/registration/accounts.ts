import { eq } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { refuseGuessable, siteNames } from "#backend/identity/password-rules";
import { hashPassword } from "#backend/identity/passwords";
import { queueMail } from "#backend/modules/mails/outbox";
import { driverProfiles } from "#backend/modules/people/tables";
import { invitationOf, redeem } from "#backend/modules/registration-links/redemption";
import { sectorOfPostcode } from "#backend/modules/sectors/postcode-sector";
import { users } from "#backend/modules/users/tables";
import { agreeToAllergies } from "#backend/modules/verification/allergies";
import { currentCriteria } from "#backend/modules/verification/criteria";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { hashOf } from "#backend/secrets";
import { criteriaForm, leftToLiveOn } from "#contract/accounts/criteria";
import { adultAge, ageOn } from "#contract/accounts/person-rules";
import type { Account, Answers } from "#contract/accounts/registration";
import { type RegistrationKind, roleOfKind, stepForm, stepsLeft, stepsOf } from "#contract/accounts/registration-steps";
import { franceDay } from "#contract/formats/france-time";
import { type Draft, forgetDraft } from "./drafts.ts";
import { sendVerification } from "./emails.ts";
import { notifyGuardian } from "./guardians.ts";
import { handOverDocuments } from "./supporting-documents.ts";
import { merchantProfiles, registrations, volunteerProfiles } from "./tables.ts";
import { currentTermsVersion } from "./terms.ts";

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail" | "geocoder">;

/**
 * Creates the account of a draft. An e-mail address that has an account gets a mail instead, and the same work is done:
 * response and timing are the same in both cases.
 */
export async function register(services: Deps, draft: Draft, account: Account): Promise<{ invitationSpent: boolean }> {
  const { db, clock, geocoder } = services;
  const terms = await currentTermsVersion(db);
  if (terms !== null && account.termsVersion !== terms) throw fieldRefusal("terms", "register:error.termsChanged");
  const answers = await completeAnswers(db, draft);
  const { firstName: first, lastName: last } = answers as Record<string, string | undefined>;
  await refuseGuessable(account.password, { email: account.email, names: [first, last, ...siteNames(services.settings)] });
  const passwordHash = await hashPassword(account.password);
  const nearby = await sectorOfPostcode(db, answers.postcode as string | undefined);
  const place = answers.addressLine ? await geocoder.place(answers as never) : null;
  const invited = draft.registrationLinkId;
  const invitationSpent = await db.transaction(async (tx) => {
    const inTx = { ...services, db: tx };
    const now = clock();
    const { firstName, lastName, phone, birthDate } = answers as Record<string, string | undefined>;
    const [user] = await tx
      .insert(users)
      .values({
        email: account.email,
        passwordHash,
        role: roleOfKind[draft.kind],
        accountState: "registered",
        locale: account.locale,
        firstName: firstName ?? "",
        lastName: lastName ?? "",
        phone,
        birthDate,
        sectorId: (answers.sectorId as string | undefined) ?? null,
        ...place,
        createdAt: now,
        stateChangedAt: now,
      })
      .onConflictDoNothing({ target: users.email })
      .returning();
    if (!user) {
      await notifyOwner(inTx, account.email, now);
      return invited !== null && !(await invitationOf(tx, now, invited));
    }
    const minor = !!birthDate && ageOn(birthDate, franceDay(now)) < adultAge;
    await addProfile(tx, draft.kind, { userId: user.id, answers: minor ? { ...answers, ...noDriving } : answers, now });
    if (minor) await notifyGuardian(inTx, user, answers);
    else await handOverDocuments(tx, draft, user.id, now);
    await sendVerification(inTx, user, user.email);
    // Last: others with the same invitation wait for its row until the commit.
    const link = invited ? await redeem(tx, now, invited, user.role) : null;
    const sector = link?.sectorId ?? nearby;
    if (sector && !user.sectorId) await tx.update(users).set({ sectorId: sector }).where(eq(users.id, user.id));
    const text = (name: string) => (answers[name] as string | undefined) ?? null;
    await tx.insert(registrations).values({
      userId: user.id,
      kind: draft.kind,
      at: now,
      addressLine: text("addressLine"),
      postcode: text("postcode"),
      city: text("city"),
      termsVersion: terms,
      registrationLinkId: link?.id,
      message: text("message"),
    });
    return invited !== null && !link;
  });
  await forgetDraft(services, draft.token);
  return { invitationSpent };
}

/** Nobody under 18 drives for the charity. */
const noDriving = { vehicle: "none", licenceExpiry: undefined, insuranceExpiry: undefined };

/** The answers of the kind's own steps, and nothing else that a draft may hold; refused while one is missing. */
async function completeAnswers(db: Db, { kind, answers, unfinished }: Draft): Promise<Answers> {
  const { questions } = await currentCriteria(db);
  if (stepsLeft(kind, answers, questions, unfinished).length > 0) throw new Refusal("wrong_state");
  return Object.assign({ inRegister: answers.inRegister }, ...stepsOf(kind).map((step) => stepForm(kind, step, questions)?.parse(answers)));
}

async function notifyOwner(services: Deps, email: string, now: Date) {
  const [owner] = await services.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (owner) await queueMail(services, owner.id, "email_known", {}, `email_known:${hashOf(owner.id)}:${now.toISOString().slice(0, 13)}`);
}

async function addProfile(tx: Db, kind: RegistrationKind, { userId, answers, now }: { userId: string; answers: Answers; now: Date }) {
  if (kind === "volunteer") {
    await tx.insert(volunteerProfiles).values({ ...pick(answers, volunteerProfiles), userId });
    if (answers.vehicle !== "none") await tx.insert(driverProfiles).values({ ...pick(answers, driverProfiles), userId });
  }
  if (kind === "merchant") await tx.insert(merchantProfiles).values({ ...pick(answers, merchantProfiles), userId });
  if (kind !== "beneficiary") return;
  const { questions } = await currentCriteria(tx);
  const checked = criteriaForm(questions).parse(answers);
  const allergies = answers.allergies as string | undefined;
  if (allergies) await agreeToAllergies(tx, userId, now);
  await tx.insert(beneficiaryFiles).values({
    ...pick(answers, beneficiaryFiles),
    allergies: allergies || null,
    userId,
    answers: checked,
    leftToLiveOnCents: leftToLiveOn(checked),
  });
}

/** The answers that are columns of a table. */
function pick<Table extends PgTable>(answers: Answers, table: Table): Table["$inferInsert"] {
  return Object.fromEntries(Object.entries(answers).filter(([name]) => Object.hasOwn(table, name))) as Table["$inferInsert"];
}
