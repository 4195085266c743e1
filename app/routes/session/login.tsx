import { getFormProps } from "@conform-to/react";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirectDocument } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { homeOf } from "#contract/accounts/current-user";
import { Credentials, sessionApi } from "#contract/accounts/session";
import { isLocalPath } from "#contract/formats/urls";
import { hasStoredForms } from "~/access/stored-forms.server";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { PasswordField } from "~/forms/password-field";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { pathIn } from "~/i18n/locale-of-path";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { LoginFrame } from "./login-frame";
import { LoginProblem } from "./login-problem";
import { providerUrl, startAgain } from "./provider-steps.server";

const schema = () => import("#contract/accounts/session").then(({ Credentials }) => Credentials);

export const handle = { i18n: ["login"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const rules = rulesOf({ login: Credentials });
  const { searchParams } = new URL(request.url);
  const problem = problemOf(searchParams.get("problem"));
  const interaction = searchParams.get("interaction");
  const title = context.t("titles:/login");
  const user = await context.session.user();
  const flow =
    interaction && !problem ? await context.api.call(sessionApi.interaction, { params: { id: interaction } }).catch(startAgain) : null;
  const forOther = flow?.returnTo === null;
  if (user && !forOther && problem !== "other-account") throw redirectDocument(homeOf(user));
  if (problem) return { rules, title, problem, person: user?.id ?? null, flow: null, stored: false };
  if (!flow) throw await startLogin(context, searchParams.get("redirectTo"));
  return {
    rules,
    title,
    problem: null,
    person: null,
    flow: { ...flow, own: !forOther },
    stored: !forOther && hasStoredForms(context),
    formTo: forOther ? flow.origin : undefined,
  };
}

export async function action(args: ActionFunctionArgs) {
  const id = new URL(args.request.url).searchParams.get("interaction") ?? "";
  const signIn = async (body: Credentials) => {
    const { redirect_uri } = await args.context.api.call(sessionApi.authenticate, { params: { id }, body }).catch(startAgain);
    return { to: providerUrl(redirect_uri, args.context), newDocument: true };
  };
  return submit(args, Credentials, signIn, { hide: ["password"] });
}

export default function Login() {
  const { problem, person, flow, stored } = useLoaderData<typeof loader>();
  const { t } = useTranslation("login");
  const { locale } = usePage();
  const [form, fields] = usePageForm(schema, { id: "login", answer: useActionData<typeof action>() });
  if (problem) return <LoginProblem problem={problem} person={person} />;
  return (
    <LoginFrame
      notice={
        stored
          ? t("stored")
          : flow?.own
            ? flow.returnTo !== pathIn(locale, "/dashboard") && t("returnTo")
            : t("forOther", { client: flow?.clientName })
      }
    >
      <Form className="grid gap-5" {...getFormProps(form)}>
        <ErrorSummary form={form}>
          {form.errors && (
            <p className="mt-2">
              <Link to="/password/request">{t("forgot")}</Link>
            </p>
          )}
        </ErrorSummary>
        <TextField field={fields.email} type="email" label={t("email.label")} autoComplete="username" />
        <PasswordField field={fields.password} label={t("password.label")} autoComplete="current-password" />
        <Submit>{t("submit")}</Submit>
      </Form>
    </LoginFrame>
  );
}

const problems = ["expired", "other-account"] as const;
export type LoginProblemName = (typeof problems)[number];

function problemOf(value: string | null): LoginProblemName | null {
  return problems.find((name) => name === value) ?? null;
}

type Context = LoaderFunctionArgs["context"];

/** Begins the redirect flow: the browser is redirected by the backend, and returns to the requested page. */
async function startLogin(context: Context, wanted: string | null) {
  const redirectTo = isLocalPath(wanted) ? wanted : pathIn(context.locale, "/dashboard");
  const { redirect_uri } = await context.api.call(sessionApi.login, { query: { redirectTo } });
  return redirectDocument(providerUrl(redirect_uri, context));
}
