import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import { giftsInKindApi } from "#contract/giving/gifts-in-kind";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { Form, Submit } from "~/forms/form";
import { pathIn } from "~/i18n/locale-of-path";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { type Fact, Facts } from "~/ui/facts";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { giftsInKindPath } from "./list-parts";

const path = "/dashboard/admin/donations/in-kind/{id}";

export const handle = { i18n: ["in-kind"], crumb: { label: "in-kind:list.title", to: giftsInKindPath } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const gift = await api.call(giftsInKindApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return { gift, title: `${gift.name} - ${t(`titles:${path}`)}` };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const form = await args.request.formData();
  const intent = form.get("intent");
  if (intent !== "thank" && intent !== "remove") throw data(null, { status: 400 });
  const change = { params: { id: args.params.id ?? "" }, body: { version: Number(form.get("version")) || 0 } };
  const here = `${giftsInKindPath}/${change.params.id}`;
  try {
    await api.call(intent === "thank" ? giftsInKindApi.thank : giftsInKindApi.remove, change);
    flashToast(args.context, { title: t(intent === "thank" ? "in-kind:thanked" : "in-kind:removed") });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) return orNotFound(error);
    flashRefusal(args.context, t("in-kind:overtaken"));
    return redirect(here, 303);
  }
  return redirect(intent === "thank" ? here : giftsInKindPath, 303);
}

/** A gift in kind, with its note of thanks. */
export default function GiftInKindPage() {
  const { gift } = useLoaderData<typeof loader>();
  const { t } = useTranslation("in-kind");
  const { locale } = usePage();
  const { id, name, category, description, receivedOn, email, recordedBy, thankedAt, version } = gift;
  const facts: (Fact | null)[] = [
    { label: t("field.receivedOn"), value: writtenDay(locale, receivedOn) },
    { label: t("field.category"), value: t(`category.${category}`) },
    { label: t("field.description"), value: description },
    email ? { label: t("field.email"), value: email } : null,
    recordedBy ? { label: t("field.recordedBy"), value: recordedBy } : null,
    thankedAt ? { label: t("field.thankedAt"), value: writtenDay(locale, franceDay(new Date(thankedAt))) } : null,
  ];
  return (
    <>
      <h1 className="office-title">{name}</h1>
      <section className="panel">
        <Facts facts={facts.filter((fact): fact is Fact => fact !== null)} />
      </section>
      <Panel title={t("note.title")}>
        <p>{t("noteAbout")}</p>
        <Form className="actions">
          <input type="hidden" name="version" value={String(version)} />
          {email && !thankedAt && (
            <Submit name="intent" value="thank">
              {t("thank")}
            </Submit>
          )}
          <a className="font-semibold" href={pathIn(locale, `${giftsInKindPath}/${id}/thanks.pdf`)} download>
            {t("download")}
          </a>
          <Submit variant="danger" name="intent" value="remove">
            {t("remove")}
          </Submit>
        </Form>
      </Panel>
    </>
  );
}

export const ErrorBoundary = OfficeError;
