import { getFormProps } from "@conform-to/react";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type Aid, AidDraft, aidKinds, aidsApi } from "#contract/charity/aids";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import { gate } from "~/access/gate.server";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { ErrorSummary } from "~/forms/error-summary";
import { Checkbox, SelectField, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { type FormAnswer, submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { giversFor } from "~/subjects/people/givers.server";
import { Withheld } from "~/subjects/people/withheld";
import { Facts } from "~/ui/facts";
import { LocalizedText } from "~/ui/localized-text";
import { useNow } from "~/ui/now";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

const path = "/dashboard/admin/users/{id}/aids";

export const handle = { i18n: ["people", "aids"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const file = await api.call(aidsApi.ofPerson, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return {
    file,
    givers: await giversFor(args.context, file.withheld),
    submission: crypto.randomUUID(),
    rules: rulesOf({ aid: AidDraft }),
    title: t(`titles:${path}`),
  };
}

/** Adds an aid by hand, or takes one back that was. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const here = `/dashboard/admin/users/${params.id}/aids`;
  const form = await args.request.clone().formData();
  if (form.get("intent") === "remove") {
    await api.call(aidsApi.remove, { params: { ...params, aidId: String(form.get("aid")) } }).catch(orNotFound);
    flashToast(args.context, { title: t("aids:staff.removed") });
    return redirect(here, 303);
  }
  return submit(args, AidDraft, async (body) => {
    await api.call(aidsApi.add, { params, body });
    return { to: here, toast: { title: t("aids:staff.added") } };
  });
}

/** What a person received, the latest first, their household, and the form for what is noted by hand. */
export default function PersonAids() {
  const { file, givers, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("aids");
  const { locale } = usePage();
  const { household, validUntil, items, total } = file;
  if (file.withheld)
    return (
      <section className="panel">
        <Withheld what={t("staff.withheld")} givers={givers} />
      </section>
    );
  const facts = [
    {
      label: t("staff.household"),
      value: household
        ? `${t("staff.adults", { count: household.adults })}, ${t("staff.children", { count: household.children })}`
        : t("staff.unknown"),
    },
    { label: t("staff.validUntil"), value: validUntil ? writtenDay(locale, validUntil) : "–" },
    { label: t("staff.total"), value: total },
  ];
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Panel title={t("staff.title")}>
        <Facts facts={facts} />
        {items.length === 0 ? (
          <p className="muted mt-4">{t("staff.none")}</p>
        ) : (
          <ul className="rows mt-4">
            {items.map((aid) => (
              <AidRow key={aid.id} aid={aid} />
            ))}
          </ul>
        )}
        {items.length < total && <p className="muted mt-3">{t("staff.first", { shown: items.length, total })}</p>}
      </Panel>
      {!file.helped && <p className="panel">{t("staff.notHelped")}</p>}
      {file.helped && <AddForm key={items[0]?.id} answer={answer ?? undefined} submission={submission} />}
    </div>
  );
}

export const ErrorBoundary = OfficeError;

function AidRow({ aid }: { aid: Aid & { by: string | null } }) {
  const { t } = useTranslation("aids");
  const { locale } = usePage();
  const { id, kind, day, quantity, event, by } = aid;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3">
      <span>
        <strong>{quantity > 1 ? `${t(`kind.${kind}`)} × ${quantity}` : t(`kind.${kind}`)}</strong>
        <span className="muted block">
          {writtenDay(locale, day)}
          {event && (
            <>
              {", "}
              <LocalizedText of={event.title} />
            </>
          )}
          {by && `, ${t("staff.by", { name: by })}`}
        </span>
      </span>
      {!event && (
        <Form>
          <input type="hidden" name="aid" value={id} />
          <Submit name="intent" value="remove" variant="line">
            {t("staff.remove")}
          </Submit>
        </Form>
      )}
    </li>
  );
}

const schema = () => import("#contract/charity/aids").then((aids) => aids.AidDraft);

function AddForm({ answer, submission }: { answer: FormAnswer | undefined; submission: string }) {
  const { t } = useTranslation("aids");
  const today = franceDay(useNow());
  const [form, fields] = usePageForm(schema, { id: "aid", answer, defaultValue: { kind: "parcel", day: today, quantity: 1 } });
  return (
    <Panel title={t("staff.add")}>
      <Form className="grid gap-4" submission={submission} {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <SelectField
          field={fields.kind}
          optional={false}
          label={t("staff.kind")}
          choices={aidKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        <TextField field={fields.day} type="date" label={t("staff.day")} />
        <TextField field={fields.quantity} type="number" label={t("staff.quantity")} />
        <Checkbox field={fields.repeated} label={t("staff.repeated")} hint={t("staff.repeatedHint")} />
        <p>
          <Submit>{t("staff.submit")}</Submit>
        </p>
      </Form>
    </Panel>
  );
}
