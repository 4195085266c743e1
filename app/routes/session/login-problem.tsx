import { useTranslation } from "react-i18next";
import { Submit } from "~/forms/form";
import { LogOutForm } from "~/layouts/log-out-form";
import { ButtonLink } from "~/ui/button";
import type { LoginProblemName } from "./login";
import { LoginFrame } from "./login-frame";

/** A failed login flow: what happened, and where to go. `person` is the account that is logged in. */
export function LoginProblem({ problem, person }: { problem: LoginProblemName; person: string | null }) {
  const { t } = useTranslation("login");
  return (
    <LoginFrame notice={t(`problem.${problem}`)}>
      {problem === "expired" ? (
        <p className="actions">
          <ButtonLink to="/login">{t("again")}</ButtonLink>
        </p>
      ) : (
        <div className="actions">
          <ButtonLink to="/dashboard">{t("keep")}</ButtonLink>
          <LogOutForm person={person ?? undefined}>
            <Submit variant="line">{t("logout")}</Submit>
          </LogOutForm>
        </div>
      )}
    </LoginFrame>
  );
}
