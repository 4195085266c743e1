import { useTranslation } from "react-i18next";
import type { OpeningStep } from "#contract/accounts/setup";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { FormPage } from "../form-page";

type Props = { done: OpeningStep[]; contents: number };

/** The setup steps, to continue at the first open one. */
export function SetupSteps({ done, contents }: Props) {
  const { t } = useTranslation("setup");
  const organisation = (["organisation", "legal", "bank", "contact"] as const).every((step) => done.includes(step));
  const steps = [
    { to: "/setup/organisation", name: t("organisation.h1"), isDone: organisation },
    { to: "/setup/sector", name: t("sector.h1"), isDone: done.includes("sector") },
    { to: "/setup/contents", name: t("contents.h1"), isDone: contents > 0 },
  ];
  return (
    <FormPage title={t("steps.h1")} lead={t("steps.lead")}>
      <ol className="mt-7 border-t-2 border-line">
        {steps.map(({ to, name, isDone }) => (
          <li key={to} className="flex flex-wrap items-center justify-between gap-3 border-b-2 border-line py-3">
            <Link to={to} className="font-semibold">
              {name}
            </Link>
            <span className="muted">{t(isDone ? "steps.done" : "steps.open")}</span>
          </li>
        ))}
      </ol>
      <p className="actions mt-7">
        <ButtonLink to="/dashboard">{t("steps.dashboard")}</ButtonLink>
      </p>
    </FormPage>
  );
}
