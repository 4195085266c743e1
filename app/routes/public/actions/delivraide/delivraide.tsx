import type { LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { check } from "~/content/page-texts/page-texts.server";
import { PageTexts, usePageText } from "~/content/page-texts/use-page-text";
import type { PageHandle } from "~/layouts/handle";
import { publicMeta } from "~/search/public-meta";
import { ButtonLink } from "~/ui/button";
import { DrawingSymbols } from "~/ui/drawing";
import { loadAction } from "../action-page.server";
import { AudienceLinks } from "../audience-links";
import { Counted } from "../counted";
import { ActionHero } from "../hero";
import { Steps } from "../steps";
import { Givers } from "./givers";
import { KitBill } from "./kit-bill";

export const handle = {
  i18n: ["delivraide"],
  header: { transparent: "black" },
  cache: { on: ["page_texts", "team", "user", "monthly_record", "day"] },
  dated: ["page_texts", "monthly_record"],
} as const satisfies PageHandle;

export const meta = publicMeta;

export function loader(args: LoaderFunctionArgs) {
  return loadAction(args, "delivraide");
}

export const action = check("delivraide");

type Data = Pick<Awaited<ReturnType<typeof loader>>, "figures" | "today">;

export default function Delivraide() {
  const { texts, ...data } = useLoaderData<typeof loader>();
  return (
    <PageTexts texts={texts} tried={useActionData<typeof action>()}>
      <DelivraidePage {...data} />
    </PageTexts>
  );
}

function DelivraidePage({ figures, today }: Data) {
  const t = usePageText("delivraide");
  return (
    <main id="content">
      <DrawingSymbols names={["kit", "bike", "crate"]} />
      <ActionHero variant="beige" title={t("h1")} lead={t("lead")} drawing="kit">
        <ButtonLink to="/register/beneficiary">{t("ctaHelp")}</ButtonLink>
        <ButtonLink to="#deliver" variant="line">
          {t("ctaDrive")}
        </ButtonLink>
      </ActionHero>
      <AudienceLinks
        label={t("parts")}
        links={["student", "deliver", "shop"].map((part) => ({ to: `#${part}`, label: t(`part.${part}`) }))}
      />
      <Steps
        id="student"
        title={t("help.title")}
        steps={[1, 2, 3, 4].map((step) => ({ title: t(`help.${step}.title`), text: t(`help.${step}.text`) }))}
        note={t("help.note")}
      />
      <KitBill />
      <Counted
        title={t("figures.title")}
        figures={[
          { count: figures.kits, label: t("figures.kits") },
          { count: figures.kilograms, label: t("figures.kilograms") },
          { count: figures.hours, label: t("figures.hours") },
          { count: figures.sectors, label: t("figures.teams") },
          { count: figures.volunteers, label: t("figures.volunteers") },
          { count: figures.shops, label: t("figures.shops") },
        ]}
        note={t("figures.note", { date: today })}
      />
      <Givers />
    </main>
  );
}
