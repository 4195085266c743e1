import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { mailsApi } from "#contract/api/mails";
import { isLocale, localeDetails, locales } from "#contract/formats/locale";
import { gate } from "~/access/gate.server";
import { useTranslate } from "~/i18n/use-translate";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { Disclosure } from "~/ui/disclosure";
import { Link } from "~/ui/link";
import { MailText } from "./mail-text";
import { MailsTabs } from "./mails-tabs";
import { topicLabel } from "./topic-label";

const path = "/dashboard/admin/mails/templates";

export const handle = { i18n: ["outbox"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t, locale } = args.context;
  const requested = new URL(args.request.url).searchParams.get("in");
  const language = isLocale(requested) ? requested : locale;
  const { items } = await api.call(mailsApi.templates, { query: { in: language } });
  return { language, templates: items.map(({ topic, subject, text }) => ({ topic, subject, text })), title: t(`titles:${path}`) };
}

export default function Templates() {
  const { language, templates } = useLoaderData<typeof loader>();
  const { t } = useTranslation("outbox");
  const translate = useTranslate();
  return (
    <>
      <MailsTabs />
      <div>
        <h1 className="office-title">{t("templates.title")}</h1>
        <p className="muted mt-1">{t("templates.lead")}</p>
      </div>
      <nav className="views" aria-label={t("templates.language")}>
        {locales.map((locale) => (
          <Link key={locale} to={`?in=${locale}`} aria-current={locale === language ? "page" : undefined}>
            {localeDetails[locale].name}
          </Link>
        ))}
      </nav>
      {templates.map(({ topic, subject, text }) => (
        <Disclosure key={topic} variant="panel" summary={topicLabel(translate, topic)}>
          <div className="mt-4 grid gap-3" lang={language}>
            <p className="font-semibold">{subject}</p>
            <MailText text={text} html={`/dashboard/admin/mails/${topic}/html?in=${language}`} />
          </div>
        </Disclosure>
      ))}
    </>
  );
}

export const ErrorBoundary = OfficeError;
