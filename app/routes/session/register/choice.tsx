import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { registrationApi } from "#contract/accounts/registration";
import { RegistrationKind } from "#contract/accounts/registration-steps";
import { flashToast } from "~/api/flash.server";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { DrawingSymbols } from "~/ui/drawing";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { FormPage } from "../form-page";
import { RoleCard } from "./role-card";
import { StartedRegistrations } from "./started-registrations";
import { pathOfKind } from "./steps";
import { visitorsOnly } from "./wizard.server";

export const handle = { i18n: ["register"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader({ request, context }: LoaderFunctionArgs) {
  await visitorsOnly(context);
  const code = new URL(request.url).searchParams.get("invitation")?.slice(0, 128);
  const { items: started } = await context.api.call(registrationApi.started);
  const { invitation } = code ? await context.api.call(registrationApi.acceptInvitation, { body: { code } }) : { invitation: null };
  return { started, invitation, refused: !!code && !invitation, title: context.t("titles:/register") };
}

/** Erases a registration that was started in this browser. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { data: kind } = RegistrationKind.safeParse((await request.formData()).get("forget"));
  if (kind) {
    await context.api.call(registrationApi.forget, { query: { kind } });
    flashToast(context, { title: context.t("register:started.erased") });
  }
  return redirect("/register", 303);
}

const ways = [
  { key: "beneficiary", to: "/register/beneficiary", tone: "bg-sun", drawing: "kit" },
  { key: "volunteer", to: "/register/volunteer", tone: "bg-primary-pale", drawing: "bike" },
  { key: "donator", to: "/register/donator", tone: "bg-beige", drawing: "crate" },
] as const;

export default function RegisterChoice() {
  const { started, invitation, refused } = useLoaderData<typeof loader>();
  const { t } = useTranslation("register");
  if (invitation)
    return (
      <FormPage title={t("start.h1Invited")} lead={t("invited", { label: invitation.label })}>
        <p className="actions mt-7">
          <ButtonLink to={pathOfKind[invitation.kind]}>{t("start.begin")}</ButtonLink>
        </p>
      </FormPage>
    );
  return (
    <main id="content" className="wrap pt-[clamp(1.5rem,4vw,3.5rem)] pb-16">
      <DrawingSymbols names={["kit", "bike", "crate"]} />
      <h1 className="title-page">{t("start.h1")}</h1>
      <p className="mt-3 text-lg">{t("start.lead")}</p>
      {refused && <Notice>{t("linkExpired")}</Notice>}
      {started.length > 0 && <StartedRegistrations started={started} />}
      <div className="mt-8 grid gap-5 lg:grid-cols-3">
        {ways.map(({ key, to, tone, drawing }) => (
          <RoleCard key={key} title={t(`start.${key}.title`)} to={to} cta={t(`start.${key}.cta`)} tone={tone} drawing={drawing}>
            <p>{t(`start.${key}.text`)}</p>
            <p className="text-sm">{t(`start.${key}.expect`)}</p>
          </RoleCard>
        ))}
      </div>
      <p className="mt-8 flex flex-wrap gap-x-8 gap-y-2">
        <span>
          {t("start.have")} <Link to="/login">{t("start.haveCta")}</Link>
        </span>
        <span>
          {t("start.donateOnly")} <Link to="/donate">{t("start.donateOnlyCta")}</Link>
        </span>
      </p>
    </main>
  );
}
