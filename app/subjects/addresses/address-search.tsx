import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { FoundAddress } from "#contract/api/geocoded-addresses";
import addressesUrl from "~/enhance/attach-addresses?worker&url";
import { Submit } from "~/forms/form";
import { pathIn } from "~/i18n/locale-of-path";
import { Notice } from "~/ui/notice";
import { usePage } from "~/ui/page-context";

/** The form value of a found address: its three parts, one on each line. */
export const addressValue = ({ addressLine, postcode, city }: FoundAddress) => [addressLine, postcode, city].join("\n");

/** The search of an address: by a button and a choice, and with script while typing. `found` holds the results. */
export function AddressSearch({ found }: { found: FoundAddress[] | null | undefined }) {
  const { t } = useTranslation("addresses");
  const { locale } = usePage();
  // On a hydrated page, script tags may not run, and fields may be rendered again.
  useEffect(() => void import("~/enhance/address-completion").then(({ completeAddress }) => completeAddress()));
  return (
    <>
      <ul id="addresses" data-addresses={pathIn(locale, "/register/addresses")} aria-label={t("found")} className="suggestions" hidden />
      <div data-address-find="">
        <Submit variant="line" name="find" value="1" formNoValidate>
          {t("find")}
        </Submit>
      </div>
      {found && found.length > 0 && (
        <fieldset className="field">
          <legend>{t("found")}</legend>
          <div className="grid gap-2.5">
            {found.map((address, at) => (
              <label key={address.label} className="choice-card">
                <input type="radio" className="tick" name="address" value={addressValue(address)} defaultChecked={at === 0} />
                <span>{address.label}</span>
              </label>
            ))}
            <label className="choice-card">
              <input type="radio" className="tick" name="address" value="" />
              <span>{t("typed")}</span>
            </label>
          </div>
        </fieldset>
      )}
      {found !== undefined && !found?.length && <Notice>{t(found ? "none" : "silent")}</Notice>}
      <script type="module" src={addressesUrl} />
    </>
  );
}
