import type { LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { partnersApi } from "#contract/charity/partners";
import { formatEuros } from "#contract/giving/money";
import { pledgesApi } from "#contract/giving/pledges";
import { check } from "~/content/page-texts/page-texts.server";
import { PageTexts, usePageText } from "~/content/page-texts/use-page-text";
import type { PageHandle } from "~/layouts/handle";
import { publicMeta } from "~/search/public-meta";
import { ButtonLink } from "~/ui/button";
import { DrawingSymbols } from "~/ui/drawing";
import { usePage } from "~/ui/page-context";
import { loadAction } from "../action-page.server";
import { AudienceLinks } from "../audience-links";
import { AudiencePanel } from "../audience-panel";
import { Counted } from "../counted";
import { ActionHero } from "../hero";
import { Steps } from "../steps";
import { EuroUse } from "./euro-use";
import { TillShops } from "./till-shops";

export const handle = {
  i18n: ["euro-solidaire"],
  header: { transparent: "black" },
  cache: { on: ["page_texts", "team", "user", "partner", "day"] },
  dated: ["page_texts", "partner"],
} as const satisfies PageHandle;

export const meta = publicMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { api, settings } = args.context;
  // Awaited together: an unhandled rejection would end the process.
  const [action, { items: shops }, { methods }] = await Promise.all([
    loadAction(args, "euro-solidaire"),
    api.call(partnersApi.list, { query: { atTill: "yes" } }),
    api.call(pledgesApi.means),
  ]);
  return { ...action, shops, methods, receipts: methods.length > 0 && settings.giftTax !== null };
}

export const action = check("euro-solidaire");

type Data = Pick<Awaited<ReturnType<typeof loader>>, "figures" | "today" | "shops" | "methods" | "receipts">;

export default function SolidarityEuro() {
  const { texts, ...data } = useLoaderData<typeof loader>();
  return (
    <PageTexts texts={texts} tried={useActionData<typeof action>()}>
      <EuroPage {...data} />
    </PageTexts>
  );
}

const once = "/donate?allocation=euro&otherAmount=1";

/** Ways to give that are open: once and every month by what the charity has set, at the till always. */
const waysOpen = (methods: Data["methods"]) => [...(methods.length > 0 ? [1] : []), ...(methods.includes("transfer") ? [2] : []), 3];

function EuroPage({ figures, today, shops, methods, receipts }: Data) {
  const t = usePageText("euro-solidaire");
  const { locale } = usePage();
  const ways = waysOpen(methods);
  return (
    <main id="content">
      <DrawingSymbols names={["coin", "crate", "kit"]} />
      <ActionHero variant="sun" title={t("h1")} lead={t("lead")} drawing="coin">
        {methods.length > 0 && (
          <>
            <ButtonLink to={once}>{t("ctaOnce")}</ButtonLink>
            {methods.includes("transfer") && (
              <ButtonLink to={`${once}&rhythm=monthly`} variant="line">
                {t("ctaMonthly")}
              </ButtonLink>
            )}
          </>
        )}
      </ActionHero>
      <AudienceLinks label={t("parts")} links={["give", "shop", "student"].map((part) => ({ to: `#${part}`, label: t(`part.${part}`) }))} />
      <Steps
        id="give"
        mark={formatEuros(locale, 100)}
        title={ways.length === 3 ? t("how.title") : t("part.give")}
        steps={ways.map((way) => ({ title: t(`how.${way}.title`), text: t(`how.${way}.text`) }))}
        note={receipts && t("receipt.text")}
      />
      <EuroUse />
      <Counted
        title={t("figures.title")}
        figures={[
          { count: figures.euroCents, shown: formatEuros(locale, figures.euroCents), label: t("figures.euros") },
          { count: figures.sectors, label: t("figures.teams") },
          { count: shops.length, label: t("figures.shops") },
        ]}
        note={t("figures.note", { date: today })}
      />
      <TillShops shops={shops} />
      <div className="wrap grid gap-3 pb-section lg:grid-cols-2">
        <AudiencePanel
          id="shop"
          variant="beige"
          drawing="crate"
          title={t("shops.title")}
          cta={{ to: "/contact?topic=partner", label: t("shops.cta") }}
        >
          <p>{t("shops.text")}</p>
        </AudiencePanel>
        <AudiencePanel
          id="student"
          variant="pale"
          drawing="kit"
          title={t("student.title")}
          cta={{ to: "/delivraide", label: t("student.cta") }}
        >
          <p>{t("student.text")}</p>
        </AudiencePanel>
      </div>
    </main>
  );
}
