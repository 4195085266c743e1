import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { certificatesApi } from "#contract/charity/volunteer-certificates";
import { writtenDay } from "#contract/formats/france-time";
import { hoursText } from "#contract/formats/hours";
import { writtenCode } from "#contract/formats/typed-code";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { Form, Submit } from "~/forms/form";
import { useTranslate } from "~/i18n/use-translate";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { withdrawReasonOf } from "~/subjects/hours/withdraw-reason";
import { Button } from "~/ui/button";
import { usePage } from "~/ui/page-context";
import { HoursTabs } from "./hours-tabs";

const path = "/dashboard/admin/volunteer-hours/certificates";

export const handle = {
  i18n: ["hours"],
  crumb: { label: "hours:list.title", to: "/dashboard/admin/volunteer-hours" },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const q = (new URL(args.request.url).searchParams.get("q") ?? "").slice(0, 60);
  const { items } = await api.call(certificatesApi.all, { query: { q } });
  return { items, q, title: t(`titles:${path}`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const form = await args.request.formData();
  const id = form.get("withdraw");
  if (!id) throw data(null, { status: 400 });
  await api.call(certificatesApi.withdraw, { params: { id: String(id) }, body: { reason: String(form.get("reason") ?? "") } }).then(
    () => flashToast(args.context, { title: t("hours:issued.withdrawn") }),
    (error: unknown) => {
      if (!(error instanceof ApiError) || ![400, 409, 422].includes(error.status)) return orNotFound(error);
      const [first] = Object.values(error.body.fieldErrors ?? {}).flat();
      flashRefusal(args.context, t((first ?? "hours:overtaken") as "hours:overtaken"));
    },
  );
  return redirect(path, 303);
}

/** The certificates that were issued, and how one is withdrawn. */
export default function IssuedCertificates() {
  const { items, q, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("hours");
  const translate = useTranslate();
  const { locale } = usePage();
  return (
    <>
      <h1 className="office-title">{title}</h1>
      <HoursTabs />
      <p className="max-w-3xl">{t("issued.about")}</p>
      <search>
        <form className="flex max-w-xl flex-wrap gap-3">
          <input
            name="q"
            type="search"
            className="control flex-[1_1_14rem]"
            defaultValue={q}
            maxLength={60}
            aria-label={t("issued.search")}
            placeholder={t("issued.search")}
          />
          <Button variant="line">{t("issued.find")}</Button>
        </form>
      </search>
      <section className="panel">
        {items.length === 0 && <p className="muted">{t("issued.none")}</p>}
        <ul className="rows">
          {items.map(({ id, number, holderName, totalMinutes, periodFrom, periodTo, checkCode, withdrawn, ...why }) => (
            <li key={id}>
              <span className="min-w-0 flex-[1_1_16rem]">
                <strong>{number}</strong> {writtenCode(checkCode)}
                <small className="muted block">
                  {t("issued.line", {
                    name: holderName ?? t("issued.erased"),
                    hours: hoursText(locale, totalMinutes),
                    from: writtenDay(locale, periodFrom),
                    to: writtenDay(locale, periodTo),
                  })}
                </small>
              </span>
              {withdrawn ? (
                <span className="text-danger">{t("issued.gone", { reason: withdrawReasonOf(why, translate) })}</span>
              ) : (
                <Form className="flex flex-wrap gap-2">
                  <input
                    name="reason"
                    className="control min-w-0 flex-[1_1_12rem]"
                    required
                    maxLength={300}
                    aria-label={t("issued.why", { number })}
                    placeholder={t("bulk.reason")}
                  />
                  <Submit variant="danger" name="withdraw" value={id}>
                    {t("issued.withdraw")}
                  </Submit>
                </Form>
              )}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

export const ErrorBoundary = OfficeError;
