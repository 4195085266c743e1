import { useTranslation } from "react-i18next";
import type { StartedRegistration } from "#contract/accounts/registration";
import { Form, Submit } from "~/forms/form";
import { ButtonLink } from "~/ui/button";
import { pathOfKind } from "./steps";

/** Registrations that were started in this browser: each goes on where it was left, or is erased. */
export function StartedRegistrations({ started }: { started: StartedRegistration[] }) {
  const { t } = useTranslation("register");
  return (
    <section className="mt-8 rounded-2xl bg-primary-soft p-7" aria-labelledby="started">
      <h2 id="started" className="title-card">
        {t("started.title", { count: started.length })}
      </h2>
      <ul className="mt-4 grid gap-4">
        {started.map(({ kind, at, total }) => (
          <li key={kind} className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <p className="min-w-0 grow">
              <b className="block">{t(`started.kind.${kind}`)}</b>
              {t("started.step", { at, total })}
            </p>
            <ButtonLink to={pathOfKind[kind]}>
              {t("started.resume")}
              <span className="sr-only"> {t(`started.kind.${kind}`)}</span>
            </ButtonLink>
            <Form aria-label={t(`started.kind.${kind}`)}>
              <Submit variant="line" name="forget" value={kind}>
                {t("started.erase")}
              </Submit>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}
