import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { oauthScopes } from "#contract/accounts/oauth-clients";
import { ChoiceGroup, TextArea, TextField } from "~/forms/fields";

type Props = { fields: Record<"name" | "redirectUris" | "scopes", unknown> };

/** Name, redirect URIs and scopes of an application. */
export function ClientFields({ fields }: Props) {
  const { t } = useTranslation("oauth-clients");
  const { name, redirectUris, scopes } = fields as Record<keyof Props["fields"], FieldMetadata<string>>;
  return (
    <>
      <TextField field={name} label={t("name.label")} hint={t("name.hint")} />
      <TextArea
        field={{ ...frameOf(redirectUris), errors: errorsOf(redirectUris) }}
        label={t("redirectUris.label")}
        hint={t("redirectUris.hint")}
        rows={3}
      />
      <ChoiceGroup
        field={scopes}
        label={t("scopes.label")}
        hint={t("scopes.hint")}
        several
        cards
        choices={oauthScopes.filter((scope) => scope !== "openid").map((value) => ({ value, label: t(`scope.${value}`), hint: value }))}
      />
    </>
  );
}

const frameOf = ({ name, key, initialValue }: FieldMetadata<string>) => ({ name, key, initialValue, required: true });

/** An error of one URI is shown at the field that holds them all. */
function errorsOf({ allErrors }: FieldMetadata<string>): string[] | undefined {
  const found = [...new Set(Object.values(allErrors).flat())];
  return found.length > 0 ? found : undefined;
}
