import { createHmac, timingSafeEqual } from "node:crypto";
import { type SpamGuardAnswer, spamGuardApi } from "#contract/api/spam-guard";
import { Refusal } from "../refusal.ts";
import { on } from "./routes.ts";
import type { Services } from "./services.ts";

/** No person fills in a form faster; a page open for longer must be submitted again. In milliseconds. */
const soonest = 3_000;
const latest = 24 * 60 * 60 * 1000;

type Secrets = Services["settings"]["sessionSecrets"];

const signed = (time: string, secret: string) => createHmac("sha256", secret).update(`form proof ${time}`).digest("base64url");

/** The signed time when a form's page was rendered. Pages are cached, so many people may send the same proof. */
export function proofOf(secrets: Secrets, now: Date): string {
  const time = String(now.getTime());
  return `${time}.${signed(time, secrets[0] ?? "")}`;
}

function madeAt(secrets: Secrets, proof: string): number | null {
  const [time = "", signature = ""] = proof.split(".");
  const given = Buffer.from(signature);
  const right = secrets.some((secret) => {
    const wanted = Buffer.from(signed(time, secret));
    return wanted.length === given.length && timingSafeEqual(wanted, given);
  });
  return right ? Number(time) : null;
}

type Call = Pick<Services, "limits" | "settings" | "clock"> & { network: string };

/**
 * Refuses a public form that a bot seems to have filled in (422), and more forms of a kind from one network than
 * people send (429). `form` names the kind.
 */
export async function refuseSpam({ limits, settings, clock, network }: Call, form: string, { website, proof = "" }: SpamGuardAnswer) {
  const made = madeAt(settings.sessionSecrets, proof);
  const age = made === null ? -1 : clock().getTime() - made;
  if (website || age < soonest || age > latest) throw new Refusal("looks_automatic");
  await limits.take("publicFormByNetwork", `${form} ${network}`);
}

export const spamGuardRoutes = [on(spamGuardApi.proof, ({ settings, clock }) => ({ proof: proofOf(settings.sessionSecrets, clock()) }))];
