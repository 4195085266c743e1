import type { LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { sectorHoursApi } from "#contract/charity/sector-hours";
import { check } from "~/content/page-texts/page-texts.server";
import { PageTexts, usePageText } from "~/content/page-texts/use-page-text";
import type { PageHandle } from "~/layouts/handle";
import { publicMeta } from "~/search/public-meta";
import { ButtonLink } from "~/ui/button";
import { DrawingSymbols } from "~/ui/drawing";
import { Link } from "~/ui/link";
import { loadAction } from "../action-page.server";
import { AudienceLinks } from "../audience-links";
import { AudiencePanel } from "../audience-panel";
import { Counted } from "../counted";
import { ActionHero } from "../hero";
import { Steps } from "../steps";
import { DropOffs } from "./drop-offs";
import { GivenClothes } from "./given-clothes";
import { Shops } from "./shops";

export const handle = {
  i18n: ["dressed", "team"],
  header: { transparent: "black" },
  cache: { on: ["page_texts", "team", "user", "monthly_record", "day"] },
} as const satisfies PageHandle;

export const meta = publicMeta;

export async function loader(args: LoaderFunctionArgs) {
  const open = (kind: "drop_off" | "shop") => args.context.api.call(sectorHoursApi.visits, { query: { kind } });
  const [page, dropOffs, shops] = await Promise.all([loadAction(args, "dressed"), open("drop_off"), open("shop")]);
  return { ...page, dropOffs: dropOffs.items, shops: shops.items };
}

export const action = check("dressed");

type Data = Pick<Awaited<ReturnType<typeof loader>>, "figures" | "today" | "dropOffs" | "shops">;

export default function Dressed() {
  const { texts, ...data } = useLoaderData<typeof loader>();
  return (
    <PageTexts texts={texts} tried={useActionData<typeof action>()}>
      <DressedPage {...data} />
    </PageTexts>
  );
}

function DressedPage({ figures, today, dropOffs, shops }: Data) {
  const t = usePageText("dressed");
  return (
    <main id="content">
      <DrawingSymbols names={["coat", "door", "hanger"]} />
      <ActionHero variant="pale" title={t("h1")} lead={t("lead")} drawing="coat">
        <ButtonLink to="/register/beneficiary">{t("ctaHelp")}</ButtonLink>
        <ButtonLink to="#give" variant="line">
          {t("ctaGive")}
        </ButtonLink>
      </ActionHero>
      <AudienceLinks
        label={t("parts")}
        links={["student", "give", "welcome"].map((part) => ({ to: `#${part}`, label: t(`part.${part}`) }))}
      />
      <Steps
        id="student"
        title={t("visit.title")}
        steps={[1, 2, 3].map((step) => ({ title: t(`visit.${step}.title`), text: t(`visit.${step}.text`) }))}
        note={
          <>
            {t("visit.note")} <Link to="/contact?topic=help">{t("visit.write")}</Link>
          </>
        }
      />
      <Shops sectors={shops} />
      <GivenClothes />
      <DropOffs sectors={dropOffs} />
      <Counted
        title={t("figures.title")}
        figures={[
          { count: figures.sectors, label: t("figures.teams") },
          { count: figures.volunteers, label: t("figures.volunteers") },
          { count: figures.hours, label: t("figures.hours") },
        ]}
        note={t("figures.note", { date: today })}
      />
      <div className="wrap pb-section">
        <AudiencePanel
          id="welcome"
          variant="sun"
          drawing="hanger"
          title={t("welcome.title")}
          cta={{ to: "/register/volunteer", label: t("welcome.cta") }}
        >
          <p>{t("welcome.text")}</p>
        </AudiencePanel>
      </div>
    </main>
  );
}
