import { useTranslation } from "react-i18next";
import { Form, Submit } from "~/forms/form";
import { ButtonLink } from "~/ui/button";
import type { LoginProblemName } from "./login";
import { LoginFrame } from "./login-frame";

/** A failed login flow: what happened, and where to go. */
export function LoginProblem({ problem }: { problem: LoginProblemName }) {
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
          <Form action="/logout">
            <Submit variant="line">{t("logout")}</Submit>
          </Form>
        </div>
      )}
    </LoginFrame>
  );
}
