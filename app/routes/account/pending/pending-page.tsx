import { Check, Clock } from "lucide";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Role } from "#contract/accounts/roles";
import { Submit } from "~/forms/form";
import { LogOutForm } from "~/layouts/log-out-form";
import { Icon } from "~/ui/icon";
import { ContactButtons } from "./contact-buttons";

const steps = ["email", "criteria", "validation", "documents"] as const;
export type PendingStep = (typeof steps)[number];

type Props = { title: string; lead: string; step?: PendingStep; role: Role; person: string; children?: ReactNode };

/** The layout of the pages of an account that is not open yet: the state, the steps as a chain, a contact. `person` is its id. */
export function PendingPage({ title, lead, step, role, person, children }: Props) {
  const { t } = useTranslation("pending");
  return (
    <main id="content" className="wrap grid gap-x-16 gap-y-10 pt-[clamp(1.5rem,4vw,3.5rem)] pb-16 lg:grid-cols-[1fr_1.1fr]">
      <div>
        <h1 className="text-[clamp(2.5rem,1.8rem+3vw,4.25rem)] leading-[1.02] tracking-[-0.03em]">{title}</h1>
        <p className="mt-4 max-w-xl text-lg">{lead}</p>
        {step && <Progress step={step} role={role} />}
      </div>
      <div className="grid content-start gap-6">
        {children}
        <section className="rounded-2xl border-2 border-line p-7">
          <h2 className="title-card">{t("contact.title")}</h2>
          <p className="mt-2 mb-4">{t("contact.text")}</p>
          <ContactButtons />
          <p className="muted mt-4 text-sm">{t("nothingLost")}</p>
          <LogOutForm person={person} className="mt-5">
            <Submit variant="line">{t("logout")}</Submit>
          </LogOutForm>
        </section>
      </div>
    </main>
  );
}

function Progress({ step, role }: { step: PendingStep; role: Role }) {
  const { t } = useTranslation("pending");
  const shown = steps.filter((one) => one !== "criteria" || role === "BENEFICIARY");
  const now = shown.indexOf(step);
  return (
    <ol className="progress-chain mt-9" aria-label={t("steps.label")}>
      {shown.map((one, at) => {
        const state = at < now ? "done" : at === now ? "now" : "next";
        return (
          <li key={one} data-state={state} aria-current={state === "now" ? "step" : undefined}>
            <span className="ring-link">{state !== "next" && <Icon of={state === "done" ? Check : Clock} />}</span>
            <span>
              <b className="text-xl">{t(`steps.${one}`)}</b>
              <small className="muted block">{t(`steps.${state}`)}</small>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
