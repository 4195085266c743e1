import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { KitForm } from "#contract/charity/kit-orders";
import { Checkbox, ChoiceGroup, TextField } from "~/forms/fields";
import { Link } from "~/ui/link";

type Name = "place" | "address" | "door" | "phone" | "sizes" | "companion" | "needsShared";

/** What is asked for a kit that is brought, or for a fitting. */
export function OrderFields({ fields, kit }: { fields: Record<Name, FieldMetadata<unknown>>; kit: KitForm }) {
  const { t } = useTranslation("kits");
  if (kit.kind === "dressed")
    return (
      <>
        <TextField field={fields.sizes} label={t("form.sizes")} hint={t("form.sizesHint")} />
        <Checkbox field={fields.companion} label={t("form.companion")} hint={t("form.companionHint")} />
      </>
    );
  const places = [
    ...(kit.address ? [{ value: "own", label: t("form.own"), hint: kit.address }] : []),
    { value: "other", label: t("form.other"), hint: kit.address ? undefined : t("form.noAddress") },
  ];
  return (
    <>
      <ChoiceGroup field={fields.place} label={t("form.place")} choices={places} cards />
      <TextField field={fields.address} label={t("form.address")} hint={t("form.addressHint")} autoComplete="off" />
      <TextField field={fields.door} label={t("form.door")} hint={t("form.doorHint")} />
      <TextField
        field={fields.phone}
        type="tel"
        autoComplete="tel"
        optional={kit.phone !== null}
        label={t("form.phone")}
        hint={kit.phone ? t("form.phoneHint", { phone: kit.phone }) : t("form.phoneNone")}
      />
      <Needs kit={kit} />
      <Checkbox field={fields.needsShared} label={t("form.share")} hint={t("form.shareHint")} />
    </>
  );
}

/** What the account says of diets and allergies, which is changed there. */
function Needs({ kit: { diets, allergies } }: { kit: KitForm }) {
  const { t } = useTranslation("kits");
  const { t: register } = useTranslation("register");
  const named = diets.map((diet) => register(`choice.${diet}`)).join(", ");
  return (
    <div>
      <h3 className="font-semibold">{t("form.needs")}</h3>
      <p>
        {named || t("form.everything")}
        {allergies && `. ${t("form.allergies", { text: allergies })}`} <Link to="/account/settings/needs">{t("form.change")}</Link>
      </p>
    </div>
  );
}
