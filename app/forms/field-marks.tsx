import { createContext, type ReactNode, useContext } from "react";
import { useTranslation } from "react-i18next";

const Starred = createContext(false);

/** A form with many optional fields: its required ones have a star, and it says once what that means, in {@link StarNote}. */
export function StarRequired({ when, children }: { when: boolean; children: ReactNode }) {
  return <Starred.Provider value={when}>{children}</Starred.Provider>;
}

/** The sentence of a form whose required fields have a star. */
export function StarNote() {
  const { t } = useTranslation();
  return useContext(Starred) && <p className="hint">{t("forms.starNote")}</p>;
}

/** Beside the label of a field: a star on required fields, or else a word on optional ones. Screen readers announce required fields from the control. */
export function FieldMark({ required, optional }: { required: boolean | undefined; optional: boolean }) {
  const { t } = useTranslation();
  if (useContext(Starred))
    return (
      required && (
        <span className="text-primary" aria-hidden="true">
          {"\u00a0*"}
        </span>
      )
    );
  return optional && <span className="muted font-normal"> ({t("forms.optional")})</span>;
}
