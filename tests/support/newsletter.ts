import { eq } from "drizzle-orm";
import { outgoingMails } from "#backend/modules/mails/tables";
import { newsletterSubscribers } from "#backend/modules/newsletter/tables";
import { newsletterApi } from "#contract/accounts/newsletter";
import type { TestBackend } from "./backend";
import { mailsTo } from "./outbox";

type Stranger = { locale?: "fr" | "en"; page?: string };

/** What somebody without account does, as requests without cookies. */
export function newsletterVisitor(backend: TestBackend) {
  const post = (path: string, json: object, headers = {}) => backend.request(path, { method: "POST", json, headers });
  const ask = (email: string, { locale = "fr", page }: Stranger = {}) =>
    post(newsletterApi.ask.path, { email, page }, { "accept-language": locale });
  const tokenFor = async (email: string) => {
    const mail = (await mailsTo(backend, email)).find(({ topic, status }) => topic === "newsletter_confirm" && status === "waiting");
    return /confirm\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  };
  const confirm = async (token: string) => {
    const answer = await post(newsletterApi.confirm.path, { token });
    return ((await answer.json()) as { state: string }).state;
  };
  const row = async (email: string) =>
    (await backend.services.db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.email, email)))[0];
  return {
    post,
    ask,
    tokenFor,
    confirm,
    row,
    async subscribe(email: string, about: Stranger = {}) {
      await ask(email, about);
      await confirm(await tokenFor(email));
      // It has left before anybody can follow its link.
      await backend.services.db.delete(outgoingMails).where(eq(outgoingMails.recipient, email));
      const stored = await row(email);
      if (!stored) throw new Error(`${email} was not subscribed`);
      return stored;
    },
  };
}
