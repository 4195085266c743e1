import type { Services } from "#backend/http/services";
import { type InboxTopic, isWithoutMail } from "#backend/modules/mails/inbox-topics";
import { hasHarmlessTitle, isHarmless } from "#backend/modules/mails/push-topics";
import type { MailTopic } from "#backend/modules/mails/topics";
import type { PushNotification } from "#backend/ports/push";
import { defaultNotificationIcon } from "#contract/api/push-message";
import type { Locale } from "#contract/formats/locale";
import type { Localized } from "#contract/formats/localized";
import { readIn } from "#contract/formats/localized-text";
import { textsOf } from "./titles.ts";

const longestTitle = 120;
const longestBody = 180;
/** A longer path would not leave room for the rest of what the provider takes. */
const longestPath = 1_000;
const inbox = "/account/inbox";

const cut = (text: string, length: number) => [...text.replace(/\s+/g, " ")].slice(0, length).join("");

type Content = {
  id: string;
  topic: MailTopic | InboxTopic;
  values: Record<string, string>;
  path: string | null;
  locale: Locale;
  sentence?: Localized | null;
};

/** What a device shows of a notice, in the person's language: its title without personal values, what to do, and where that is. */
export function shownOnDevice(
  translate: Services["translate"],
  { id, topic, values, path, locale, sentence }: Content,
): Pick<PushNotification, "title" | "body" | "icon" | "tag" | "url"> {
  const { title, action } = textsFor(translate, locale, topic, values, !!sentence);
  const nextStep = path === null ? translate(locale, "mails:frame.openInbox") : action;
  const body = sentence ? readIn(locale, sentence).text : nextStep;
  const place = path === null || path.length > longestPath ? inbox : path;
  return {
    title: cut(title, longestTitle),
    body: cut(body, longestBody),
    icon: defaultNotificationIcon,
    tag: id,
    url: locale === "en" ? `/en${place}` : place,
  };
}

function textsFor(translate: Services["translate"], locale: Locale, topic: Content["topic"], values: Content["values"], byStaff: boolean) {
  const { title, action } = textsOf({ translate }, locale, topic, values);
  if (isWithoutMail(topic)) return { title: hasHarmlessTitle(topic) ? title : translate(locale, "mails:frame.newInInbox"), action };
  // Staff write the texts of a campaign for locked screens.
  return { title: byStaff || isHarmless(values) ? title : translate(locale, `mails:${topic}.title`), action };
}
