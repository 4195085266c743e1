import { Check, TriangleAlert } from "lucide";
import { useTranslation } from "react-i18next";
import type { CardOverview } from "#contract/giving/card-payments";
import { cardSettings } from "#contract/giving/card-settings";
import { Badge } from "~/ui/badge";
import { Panel } from "~/ui/panel";
import { PopupLink } from "~/ui/popup-link";

/** Where a charity makes its account, and its keys. */
const accountAtStripe = "https://dashboard.stripe.com/apikeys";

/** What is left to do before people can pay by card, with the settings that are set. */
export function HowToConnect({ overview: { missing, webhookUrl } }: { overview: CardOverview }) {
  const { t } = useTranslation("cards");
  return (
    <Panel title={t("off.title")}>
      <p className="mb-4 max-w-prose">{t("off.text")}</p>
      <ol className="grid max-w-prose list-decimal gap-4 pl-6">
        <li>
          {t("off.account")}{" "}
          <PopupLink href={accountAtStripe} name="stripe">
            {t("atStripe")}
          </PopupLink>
        </li>
        <li>
          {t("off.hook")}
          <span className="mt-1 block font-mono wrap-anywhere">{webhookUrl}</span>
        </li>
        <li>
          {t("off.keys")}
          <ul className="mt-2 grid gap-2">
            {cardSettings.map((name) => (
              <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="font-mono wrap-anywhere">{name}</span>
                {missing.includes(name) ? (
                  <Badge meaning="warning" icon={TriangleAlert}>
                    {t("off.missing")}
                  </Badge>
                ) : (
                  <Badge meaning="success" icon={Check}>
                    {t("off.set")}
                  </Badge>
                )}
              </li>
            ))}
          </ul>
        </li>
      </ol>
    </Panel>
  );
}
