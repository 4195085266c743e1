import { Lock, TriangleAlert } from "lucide";
import { useTranslation } from "react-i18next";
import type { ThreadMessage } from "#contract/charity/threads";
import { typeset } from "#contract/formats/french-spaces";
import type { Locale } from "#contract/formats/locale";
import { Icon } from "~/ui/icon";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { MessageFile } from "./message-file";

type Props = {
  /** Those to people with an account have no mail that could be lost; the first of a thread has no file either. */
  messages: (Omit<ThreadMessage, "file" | "undelivered"> & Partial<Pick<ThreadMessage, "file" | "undelivered">>)[];
  locale: Locale;
  /** The path of the files of such messages, without their ids. */
  files: string;
};

/** A conversation as staff read it: the person's messages on the left, the team's on the right; internal notes have a border and a label. */
export function ThreadMessages({ messages, locale: written, files }: Props) {
  const { t } = useTranslation("threads");
  const { locale } = usePage();
  return (
    <ol className="grid gap-4">
      {messages.map(({ id, from, body, at, internal, fromStaff, file, undelivered }) => (
        <li key={id} className={`max-w-[44rem] rounded-[10px] px-4 py-3 ${variantOf(internal, fromStaff)}`}>
          <p className="text-sm font-semibold">{t("by", { author: from, date: formatDate(locale, at, "time") })}</p>
          {internal && (
            <p className="muted flex items-center gap-1.5 text-sm">
              <Icon of={Lock} className="size-4" />
              {t("note")}
            </p>
          )}
          {undelivered && (
            <p className="flex items-start gap-1.5 text-danger text-sm">
              <Icon of={TriangleAlert} className="mt-0.5 size-4 shrink-0" />
              {t("undelivered.label")}
            </p>
          )}
          <p className="mt-1 whitespace-pre-line wrap-break-word" lang={internal ? undefined : written}>
            {typeset(body, internal ? locale : written)}
          </p>
          {file && <MessageFile file={file} path={`${files}/${file.id}`} />}
        </li>
      ))}
    </ol>
  );
}

function variantOf(internal: boolean, fromStaff: boolean): string {
  if (internal) return "ml-auto w-[92%] border-2 border-dashed border-line";
  return fromStaff ? "ml-auto w-[92%] bg-primary-soft" : "mr-auto w-[92%] border border-line";
}
