import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import passwordsUrl from "~/enhance/passwords?worker&url";
import { usePage } from "~/ui/page-context";
import { controlProps, FieldFrame, type FieldProps } from "./fields";

type Props = FieldProps & {
  autoComplete: "current-password" | "new-password";
  /** Whether to show the length of the password while it is typed. */
  withLength?: boolean;
};

/** A password; with script, a button that shows it and a line with the length of a new one. Its value never comes back from the server. */
export function PasswordField({ autoComplete, withLength = false, ...frame }: Props) {
  const { t } = useTranslation();
  const { hydrated } = usePage();
  const control = controlProps(frame);
  // On a page rendered in the browser, the script tag may not run.
  useEffect(() => void import("~/enhance/password-fields").then(({ runPasswordFields }) => runPasswordFields()));
  const labels = ["short", "repeated", "enough", "long"].map((level) => t(`password.length.${level as "short"}`)).join("|");
  return (
    <FieldFrame {...frame}>
      <div data-password="">
        <div className="password-line">
          <input key={frame.field.key} {...control} type="password" className="control" autoComplete={autoComplete} />
          <button type="button" className="btn btn-line btn-small" data-show="" aria-pressed="false" aria-controls={control.id} hidden>
            {t("password.show")}
          </button>
        </div>
        {withLength && (
          <p className="password-length" data-length={labels} hidden>
            <meter min={0} max={4} low={2.5} high={3} optimum={4} value={0} aria-hidden="true" />
            <span aria-live="polite" />
          </p>
        )}
      </div>
      {!hydrated && <script type="module" src={passwordsUrl} />}
    </FieldFrame>
  );
}
