import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { mailsApi } from "#contract/api/mails";
import { isLocale, type Locale, localeDetails, locales } from "#contract/formats/locale";
import { gate } from "~/access/gate.server";
import { useTranslate } from "~/i18n/use-translate";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { hasWordStarts } from "~/search/word-starts";
import { Button } from "~/ui/button";
import { Disclosure } from "~/ui/disclosure";
import { Link } from "~/ui/link";
import { familyOf, type MailFamily, mailFamilies } from "./mail-families";
import { MailText } from "./mail-text";
import { MailsTabs } from "./mails-tabs";
import { topicLabel } from "./topic-label";

const path = "/dashboard/admin/mails/templates";

export const handle = { i18n: ["outbox"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t, locale } = args.context;
  const { searchParams } = new URL(args.request.url);
  const requested = searchParams.get("in");
  const q = (searchParams.get("q") ?? "").trim().slice(0, 200);
  const language = isLocale(requested) ? requested : locale;
  const { items } = await api.call(mailsApi.templates, { query: { in: language } });
  const templates = items
    .map(({ topic, subject, text }) => ({ topic, subject, text }))
    .filter(({ topic, subject, text }) => hasWordStarts(`${topicLabel(t, topic)} ${subject} ${text}`, q));
  return { q, language, templates, title: t(`titles:${path}`) };
}

export default function Templates() {
  const { q, language, templates } = useLoaderData<typeof loader>();
  const { t } = useTranslation("outbox");
  const ofFamily = Map.groupBy(templates, ({ topic }) => familyOf(topic));
  return (
    <>
      <MailsTabs />
      <div>
        <h1 className="office-title">{t("templates.title")}</h1>
        <p className="muted mt-1">{t("templates.lead")}</p>
      </div>
      <nav className="views" aria-label={t("templates.language")}>
        {locales.map((locale) => (
          <Link
            key={locale}
            to={`?${new URLSearchParams({ in: locale, ...(q && { q }) })}`}
            aria-current={locale === language ? "page" : undefined}
          >
            {localeDetails[locale].name}
          </Link>
        ))}
      </nav>
      <Form role="search" action={path} className="flex flex-wrap gap-3" aria-label={t("templates.search")}>
        <input type="hidden" name="in" value={language} />
        <input
          type="search"
          name="q"
          key={q}
          defaultValue={q}
          maxLength={200}
          className="control min-w-0 flex-1"
          aria-label={t("templates.searchHint")}
          placeholder={t("templates.searchHint")}
        />
        <Button variant="line">{t("templates.search")}</Button>
      </Form>
      {q && <p role="status">{t("templates.found", { count: templates.length })}</p>}
      {mailFamilies.map((family) => (
        <TemplateFamily key={family} family={family} templates={ofFamily.get(family) ?? []} language={language} />
      ))}
    </>
  );
}

type Template = { topic: string; subject: string; text: string };

/** The mails about one subject. */
function TemplateFamily({ family, templates, language }: { family: MailFamily; templates: Template[]; language: Locale }) {
  const { t } = useTranslation("outbox");
  const translate = useTranslate();
  if (templates.length === 0) return null;
  return (
    <section className="grid gap-3" aria-labelledby={family}>
      <h2 id={family} className="panel-title">
        {t(`templates.family.${family}`)} <span className="muted font-normal">({templates.length})</span>
      </h2>
      {templates.map(({ topic, subject, text }) => (
        <Disclosure key={topic} variant="panel" summary={topicLabel(translate, topic)}>
          <div className="mt-4 grid gap-3" lang={language}>
            <p className="font-semibold">{subject}</p>
            <MailText text={text} html={`/dashboard/admin/mails/${topic}/html?in=${language}`} />
          </div>
        </Disclosure>
      ))}
    </section>
  );
}

export const ErrorBoundary = OfficeError;
