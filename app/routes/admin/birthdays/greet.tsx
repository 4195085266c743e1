import { getFormProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { birthdaysApi, Greeting } from "#contract/accounts/birthdays";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { ErrorSummary } from "~/forms/error-summary";
import { TextArea } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { Panel } from "~/ui/panel";

const schema = () => import("#contract/accounts/birthdays").then(({ Greeting: Schema }) => Schema);
const list = "/dashboard/admin/birthdays";
const path = `${list}/{id}` as const;

export const handle = { i18n: ["birthdays"], crumb: { label: "birthdays:crumb", to: list } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const birthday = await api.call(birthdaysApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return {
    birthday,
    submission: crypto.randomUUID(),
    rules: rulesOf({ greeting: Greeting }),
    title: `${birthday.name} - ${t(`titles:${path}`)}`,
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  return submit(args, Greeting, async (body) => {
    await api.call(birthdaysApi.greet, { params: { id: args.params.id ?? "" }, body }).catch(orNotFound);
    return { to: list, toast: { title: t("birthdays:greet.sent") } };
  });
}

/** A greeting in the language of the person, whose words staff may change. */
export default function Greet() {
  const { birthday, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("birthdays");
  const { name, day, locale, text, greeting } = birthday;
  const [form, fields] = usePageForm(schema, { id: "greeting", answer, defaultValue: { text } });
  return (
    <>
      <div>
        <h1 className="office-title">{t("greet.title", { name })}</h1>
        <p className="muted mt-1 first-letter:uppercase">
          <LocalDate value={day} style="weekday" />
        </p>
      </div>
      {greeting === "possible" ? (
        <Panel title={t("greet.text")}>
          <p>
            {t(`greet.language.${locale}`)} {t("greet.channels")}
          </p>
          <Form className="mt-4 grid gap-5" submission={submission} {...getFormProps(form)}>
            <ErrorSummary form={form} />
            <TextArea field={fields.text} label={t("greet.text")} hint={t("greet.textHint")} lang={locale} />
            <p className="actions">
              <Submit>{t("greet.submit")}</Submit>
            </p>
          </Form>
        </Panel>
      ) : (
        <section className="panel">
          <p>{t(`greet.state.${greeting}`)}</p>
          <p className="mt-3">
            <Link to={list}>{t("greet.back")}</Link>
          </p>
        </section>
      )}
    </>
  );
}

export const ErrorBoundary = OfficeError;
