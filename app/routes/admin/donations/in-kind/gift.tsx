import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import { DeclineValueForm, GiftInKindDraft, giftsInKindApi, ValueForm } from "#contract/giving/gifts-in-kind";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { pathIn } from "~/i18n/locale-of-path";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { countryChoices } from "~/subjects/donations/countries.server";
import { notifiedOf } from "~/subjects/notices/notified.server";
import { NotifiedPanel } from "~/subjects/notices/notified-panel";
import { type Fact, Facts } from "~/ui/facts";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { ChangeGift } from "./change-gift";
import { answerTo } from "./form-answers";
import { sendForm } from "./form-sending.server";
import { giftsInKindPath } from "./list-parts";
import { ValuePanel } from "./value-panel";
import { WhyFixed } from "./why-fixed";

const path = "/dashboard/admin/donations/in-kind/{id}";

export const handle = {
  i18n: ["in-kind", "notified"],
  crumb: { label: "in-kind:list.title", to: giftsInKindPath },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const gift = await api.call(giftsInKindApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  const countries = gift.valueState === "approved" ? [] : await countryChoices(args.context);
  const notified = await notifiedOf(args.context, gift.id);
  const rules = rulesOf({ gift: GiftInKindDraft, value: ValueForm, decline: DeclineValueForm });
  return { gift, countries, notified, rules, title: `${gift.name} - ${t(`titles:${path}`)}` };
}

/** What a button does, and its toast. */
const acts = {
  thank: { endpoint: giftsInKindApi.thank, done: "in-kind:thanked" },
  remove: { endpoint: giftsInKindApi.remove, done: "in-kind:removed" },
  approve: { endpoint: giftsInKindApi.approveValue, done: "in-kind:value.approved" },
  withdraw: { endpoint: giftsInKindApi.withdrawValue, done: "in-kind:value.withdrawn" },
} as const;

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const form = await args.request.clone().formData();
  const intent = String(form.get("intent"));
  const change = { params: { id: args.params.id ?? "" }, body: { version: Number(form.get("version")) || 0 } };
  const to = `${giftsInKindPath}/${change.params.id}`;
  if (intent === "change" || intent === "value" || intent === "decline") return sendForm(args, intent, change);
  const act = Object.hasOwn(acts, intent) ? acts[intent as keyof typeof acts] : undefined;
  if (!act) throw data(null, { status: 400 });
  try {
    await api.call(act.endpoint, change);
    flashToast(args.context, { title: t(act.done) });
  } catch (error) {
    if (!(error instanceof ApiError) || ![403, 409].includes(error.status)) return orNotFound(error);
    flashRefusal(args.context, t(refusalOf(error, intent)));
    return redirect(to, 303);
  }
  return redirect(intent === "remove" ? giftsInKindPath : to, 303);
}

function refusalOf({ status, body }: ApiError, intent: string) {
  if (status === 403) return "in-kind:value.own";
  return intent === "remove" && body.code === "wrong_state" ? "in-kind:value.stays" : "in-kind:overtaken";
}

/** A gift in kind, with its note of thanks, and the value that its donor asked for. */
export default function GiftInKindPage() {
  const { gift, countries, notified } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const answers = { value: answerTo("value", answer), decline: answerTo("decline", answer) };
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
        <div className="mt-4">
          {gift.valueState === null && !gift.isErased ? (
            <ChangeGift key={version} gift={gift} answer={answerTo("change", answer)} />
          ) : (
            <WhyFixed gift={gift} />
          )}
        </div>
      </section>
      <Panel title={t("note.title")}>
        <p className="max-w-prose">{t("noteAbout")}</p>
        <Form className="actions mt-4 items-center">
          <input type="hidden" name="version" value={String(version)} />
          {email && !thankedAt && (
            <Submit name="intent" value="thank">
              {t("thank")}
            </Submit>
          )}
          <a className="font-semibold" href={pathIn(locale, `${giftsInKindPath}/${id}/thanks.pdf`)} download>
            {t("download")}
          </a>
          {gift.valueState !== "approved" && !gift.wasCertified && (
            <Submit variant="danger" name="intent" value="remove">
              {t("remove")}
            </Submit>
          )}
        </Form>
        {gift.wasCertified && !gift.value?.receipt && !gift.isErased && <p className="hint mt-3">{t("change.wasCertified")}</p>}
      </Panel>
      <ValuePanel gift={gift} countries={countries} answers={answers} />
      <NotifiedPanel notified={notified} />
    </>
  );
}

export const ErrorBoundary = OfficeError;
