import { Check } from "lucide";
import { useTranslation } from "react-i18next";
import type { StepName } from "#contract/accounts/registration-steps";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";

type Props = { steps: { name: StepName; to: string; done: boolean }[]; now: StepName | "account"; form?: string };

/** The progress of a registration; completed steps can be opened again. With the `form` of the current step, its answers are stored before. */
export function StepList({ steps, now, form }: Props) {
  const { t } = useTranslation("register");
  const all = [...steps, { name: "account" as const, to: "/register/basic", done: false }];
  return (
    <nav aria-label={t("steps")}>
      <ol className="step-chain">
        {all.map(({ name, to, done }, at) => {
          const label = t(`step.${name}.name`);
          if (done && name !== now) {
            const content = (
              <>
                <Icon of={Check} />
                <span className="sr-only">{t("stepDone", { name: label })}</span>
              </>
            );
            return (
              <li key={name} data-done="">
                {form ? (
                  <button type="submit" form={form} name="goTo" value={name} formNoValidate>
                    {content}
                  </button>
                ) : (
                  <Link to={to}>{content}</Link>
                )}
              </li>
            );
          }
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
