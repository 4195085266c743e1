import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { SpamGuardAnswer } from "#contract/api/spam-guard";

type Props = {
  /** From the page's loader: `api.call(spamGuardApi.proof)`. */
  proof: string;
  fields: { [Name in keyof Required<SpamGuardAnswer>]: Pick<FieldMetadata<unknown>, "name" | "initialValue"> };
  /** Whether the form as a whole was refused: then it starts over with a new proof, since the old one may be too old. */
  refused: boolean;
};

/** The two fields against bots, in every public form; the backend checks them with `refuseSpam`. */
export function SpamGuard({ proof, fields, refused }: Props) {
  const { t } = useTranslation();
  const posted = refused ? undefined : fields.proof.initialValue;
  return (
    <>
      <input type="hidden" name={fields.proof.name} value={typeof posted === "string" ? posted : proof} />
      <div className="hidden" aria-hidden="true">
        <label>
          {t("forms.leaveEmpty")}
          <input name={fields.website.name} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  );
}
