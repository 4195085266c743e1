import type { LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { dashboardApi } from "#contract/charity/dashboard";
import { check, readPageTexts } from "~/content/page-texts/page-texts.server";
import { PageTexts, usePageText } from "~/content/page-texts/use-page-text";
import type { PageHandle } from "~/layouts/handle";
import { publicMeta } from "~/search/public-meta";
import { ButtonLink } from "~/ui/button";
import { DrawingSymbols } from "~/ui/drawing";
import { formatDate } from "~/ui/local-date";
import { Timeline } from "./timeline";
import { Today } from "./today";
import { Values } from "./values";

export const handle = {
  i18n: ["story"],
  header: "dark",
  cache: { on: ["team", "page_texts", "monthly_record", "day"] },
  dated: ["page_texts", "monthly_record"],
} as const satisfies PageHandle;

export const meta = publicMeta;

export async function loader({ context }: LoaderFunctionArgs) {
  const { api, t, locale, settings } = context;
  const [{ sectors, kits, kilograms, hours, months }, texts] = await Promise.all([
    api.call(dashboardApi.figures),
    readPageTexts(context, "story"),
  ]);
  const description = t("story:meta", { teamCount: sectors, organisation: settings.organisation });
  const today = formatDate(locale, new Date(), "full");
  return { figures: { sectors, kits, kilograms, hours }, months, today, texts, title: t("titles:/story"), description };
}

export const action = check("story");

export default function Story() {
  const { texts, ...data } = useLoaderData<typeof loader>();
  return (
    <PageTexts texts={texts} tried={useActionData<typeof action>()}>
      <StoryPage {...data} />
    </PageTexts>
  );
}

function StoryPage({ figures, months, today }: Pick<Awaited<ReturnType<typeof loader>>, "figures" | "months" | "today">) {
  const t = usePageText("story");
  return (
    <main id="content" className="on-colour on-dark bg-black text-white">
      <DrawingSymbols names={["crate", "bike", "kit", "coat", "coin", "door"]} />
      <div className="wrap">
        <div className="gap-16 pt-[clamp(2.5rem,7vw,6rem)] pb-[clamp(2rem,5vw,4rem)] lg:grid lg:grid-cols-[1.6fr_1fr] lg:items-end">
          <h1 className="text-[clamp(3.25rem,1.2rem+9vw,8.5rem)] leading-[0.9] tracking-[-0.045em]">{t("h1")}</h1>
          <p className="mt-8 max-w-xl text-xl leading-[1.4] text-neutral-on-black">{t("lead")}</p>
        </div>
        <Timeline />
        <Values />
        <Today counts={figures} months={months} day={today} />
        <div className="grid justify-items-start gap-6 pb-section">
          <h2 className="title-section">{t("cta.title")}</h2>
          <p className="actions">
            <ButtonLink variant="white" to="/register/volunteer">
              {t("cta.join")}
            </ButtonLink>
            <ButtonLink variant="hollow" to="/team">
              {t("cta.team")}
            </ButtonLink>
            <ButtonLink variant="hollow" to="/testimonials/send">
              {t("cta.send")}
            </ButtonLink>
          </p>
        </div>
      </div>
    </main>
  );
}
