import { Check } from "lucide";
import { useTranslation } from "react-i18next";
import type { StepName } from "#contract/accounts/registration";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";

type Props = { steps: { name: StepName; to: string; done: boolean }[]; now: StepName | "account" };

/** The progress of a registration; completed steps can be opened again. */
export function StepList({ steps, now }: Props) {
  const { t } = useTranslation("register");
  const all = [...steps, { name: "account" as const, to: "/register/basic", done: false }];
  return (
    <nav aria-label={t("steps")}>
      <ol className="step-chain">
        {all.map(({ name, to, done }, at) => {
          const label = t(`step.${name}.name`);
          if (done && name !== now)
            return (
              <li key={name} data-done="">
                <Link to={to}>
                  <Icon of={Check} />
                  <span className="sr-only">{t("stepDone", { name: label })}</span>
                </Link>
              </li>
            );
          return (
            <li key={name} aria-current={name === now ? "step" : undefined}>
              <span>
                {at + 1}
                <span className="sr-only"> {label}</span>
              </span>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
