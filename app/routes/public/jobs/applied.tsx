import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { applicationsApi } from "#contract/charity/applications";
import { orNotFound } from "~/errors/not-found.server";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { Sent } from "~/subjects/threads/sent";
import { ButtonLink } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { LocalDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";

export const handle = { i18n: ["jobs", "threads"] } as const satisfies PageHandle;

export const meta = pageMeta;

/** The page after the form of an opening. Its URL has the application's id, so it works after the opening has closed. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { api, t } = context;
  const receipt = await api.call(applicationsApi.receipt, { params: { id: params.id ?? "" } }).catch(orNotFound);
  return { receipt, title: t("titles:/jobs/applied/{id}") };
}

export default function Applied() {
  const { ticket, receivedAt, jobTitle } = useLoaderData<typeof loader>().receipt;
  const { t } = useTranslation("jobs");
  const facts = [
    { label: t("sent.for"), value: <LocalizedText of={jobTitle} mark /> },
    { label: t("sent.on"), value: <LocalDate value={receivedAt} style="full" /> },
  ];
  const ways = (
    <>
      <ButtonLink to="/jobs">{t("sent.jobs")}</ButtonLink>
      <ButtonLink variant="line" to="/">
        {t("sent.home")}
      </ButtonLink>
    </>
  );
  return (
    <Sent title={t("sent.title")} ticket={ticket} ways={ways}>
      <Facts facts={facts} className="flex flex-wrap gap-x-12 gap-y-4 text-lg" />
      <h2 className="title-card mt-2">{t("sent.next")}</h2>
      <ol className="grid max-w-xl list-decimal gap-2 pl-6 text-lg">
        <li>{t("sent.mail")}</li>
        <li>{t("sent.reading")}</li>
        <li>{t("sent.answer")}</li>
      </ol>
    </Sent>
  );
}
