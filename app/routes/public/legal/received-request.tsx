import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { privacyApi } from "#contract/law/privacy";
import { orNotFound } from "~/errors/not-found.server";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { Drawing, DrawingSymbols } from "~/ui/drawing";
import { LocalDate } from "~/ui/local-date";

export const handle = { i18n: ["legal"] } as const satisfies PageHandle;

export const meta = pageMeta;

/** The state of a request about data by e-mail address only; it reveals nothing about the person. */
export async function loader({ context: { api, t }, params }: LoaderFunctionArgs) {
  const request = await api.call(privacyApi.received, { params: { id: params.id ?? "" } }).catch(orNotFound);
  return { request, title: t("titles:/gdpr/requests/{id}") };
}

export default function ReceivedRequest() {
  const { number, receivedAt, dueAt } = useLoaderData<typeof loader>().request;
  const { t } = useTranslation("legal");
  return (
    <main id="content" className="wrap grid justify-items-start gap-6 pt-[clamp(2rem,5vw,4rem)] pb-section">
      <DrawingSymbols names={["letter"]} />
      <Drawing name="letter" className="w-40" />
      <h1 className="title-page">{t("received.title")}</h1>
      <dl className="flex flex-wrap gap-x-12 gap-y-4 rounded-2xl bg-beige px-6 py-5 text-lg">
        <div>
          <dt className="text-base">{t("received.number")}</dt>
          <dd className="font-bold tabular-nums">{number}</dd>
        </div>
        <div>
          <dt className="text-base">{t("received.receivedAt")}</dt>
          <dd className="font-bold">
            <LocalDate value={receivedAt} style="full" />
          </dd>
        </div>
        <div>
          <dt className="text-base">{t("received.dueAt")}</dt>
          <dd className="font-bold">
            <LocalDate value={dueAt} style="full" />
          </dd>
        </div>
      </dl>
      <p className="max-w-xl text-lg">{t("received.text")}</p>
      <p className="max-w-xl">{t("received.once")}</p>
      <p className="actions">
        <ButtonLink to="/">{t("received.home")}</ButtonLink>
        <ButtonLink variant="line" to="/gdpr">
          {t("received.rights")}
        </ButtonLink>
      </p>
    </main>
  );
}
