import type { ChatRecord } from "#contract/accounts/verification-chats";
import { textsFor } from "~/i18n/texts.server";
import { cannedNames } from "./canned-answers";

/** The canned answer in the query, in the person's language. */
export function cannedAnswer(request: Request, { name, locale }: Pick<ChatRecord, "name" | "locale">) {
  const wanted = new URL(request.url).searchParams.get("answer");
  const known = cannedNames.find((one) => one === wanted);
  const [firstName] = name.split(" ");
  return { name: known ?? null, body: known ? textsFor(locale).t(`chats:canned.text.${known}`, { name: firstName }) : "" };
}
