import { Check } from "lucide";
import { useTranslation } from "react-i18next";
import type { StepName } from "#contract/accounts/registration";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";

type Props = { steps: { name: StepName; to: string; done: boolean }[]; now: StepName | "account" };

/** The progress of a registration; completed steps can be opened again. */
export function StepList({ steps, now }: Props) {
  const { t } = useTranslation("register");
  const ring = "grid size-9 place-items-center rounded-full border-[3px] font-bold no-underline";
  const all = [...steps, { name: "account" as const, to: "/register/basic", done: false }];
  return (
    <nav aria-label={t("steps")}>
      <ol className="flex flex-wrap gap-2">
        {all.map(({ name, to, done }, at) => {
          const label = t(`step.${name}.name`);
          if (name === now)
            return (
              <li key={name} aria-current="step" className={`${ring} border-primary text-primary`}>
                {at + 1}
                <span className="sr-only"> {label}</span>
              </li>
            );
          if (!done)
            return (
              <li key={name} className={`${ring} muted border-line`}>
                {at + 1}
                <span className="sr-only"> {label}</span>
              </li>
            );
          return (
            <li key={name}>
              <Link to={to} className={`${ring} border-primary bg-primary text-on-primary`}>
                <Icon of={Check} />
                <span className="sr-only">{t("stepDone", { name: label })}</span>
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
