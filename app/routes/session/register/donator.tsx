import type { LoaderFunctionArgs } from "@remix-run/node";
import { useTranslation } from "react-i18next";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { DrawingSymbols } from "~/ui/drawing";
import { RoleCard } from "./role-card";
import { pathOfKind } from "./steps";
import { visitorsOnly } from "./wizard.server";

export const handle = { i18n: ["register"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader({ context }: LoaderFunctionArgs) {
  await visitorsOnly(context);
  return { title: context.t("titles:/register/donator") };
}

const kinds = [
  { kind: "merchant", tone: "bg-sun", drawing: "crate" },
  { kind: "individual", tone: "bg-primary-pale", drawing: "coin" },
] as const;

export default function RegisterDonator() {
  const { t } = useTranslation("register");
  return (
    <main id="content" className="wrap pt-[clamp(1.5rem,4vw,3.5rem)] pb-16">
      <DrawingSymbols names={["crate", "coin"]} />
      <h1 className="title-page">{t("donator.h1")}</h1>
      <p className="mt-3 text-lg">{t("donator.lead")}</p>
      <div className="mt-8 grid gap-5 md:grid-cols-2">
        {kinds.map(({ kind, tone, drawing }) => (
          <RoleCard
            key={kind}
            title={t(`donator.${kind}.title`)}
            to={pathOfKind[kind]}
            cta={t(`donator.${kind}.cta`)}
            tone={tone}
            drawing={drawing}
          >
            <p>{t(`donator.${kind}.text`)}</p>
          </RoleCard>
        ))}
      </div>
    </main>
  );
}
