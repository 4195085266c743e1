import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ContactDraft, contactApi } from "#contract/contact";
import { FaqQuery, faqApi } from "#contract/faq";
import { spamGuardApi } from "#contract/spam-guard";
import { teamsApi } from "#contract/teams";
import { FaqBlock } from "~/faq/faq-block";
import { submit } from "~/forms/submission.server";
import { readList } from "~/lists/list-request";
import { publicMeta } from "~/search/public-meta";
import { DrawingSymbols } from "~/ui/drawing";
import { ContactForm } from "./contact-form";
import { MessageSent } from "./message-sent";
import { OtherWays } from "./other-ways";

export const handle = { i18n: ["contact", "faq"] } as const;

export const meta = publicMeta;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, settings } = context;
  const { searchParams } = new URL(request.url);
  const ticket = /^M-\d{5,10}$/.exec(searchParams.get("sent") ?? "")?.[0] ?? null;
  const { q } = readList(request, FaqQuery);
  const [teams, { proof }, { categories }] = await Promise.all([
    api.call(teamsApi.list),
    api.call(spamGuardApi.proof),
    api.call(faqApi.list, { query: { q } }),
  ]);
  const asked = {
    topic: searchParams.get("topic") ?? undefined,
    team: searchParams.get("team") ?? undefined,
    about: searchParams.get("about")?.slice(0, 200),
  };
  const description = t("contact:meta", { organisation: settings.organisation });
  return { teams: teams.items, proof, ticket, asked, faq: { categories, query: q }, title: t("titles:/contact"), description };
}

export function action(args: ActionFunctionArgs) {
  return submit(args, ContactDraft, async (body) => {
    const { ticket } = await args.context.api.call(contactApi.send, { body });
    return { to: `/contact?sent=${ticket}` };
  });
}

export default function Contact() {
  const { teams, proof, ticket, asked, faq } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("contact");
  if (ticket) return <MessageSent ticket={ticket} />;
  return (
    <main id="content" className="wrap pb-section">
      <DrawingSymbols names={["letter"]} />
      <h1 className="title-hero pt-[clamp(2rem,5vw,4rem)]">{t("h1")}</h1>
      <p className="mt-6 max-w-xl text-xl leading-[1.45]">{t("lead")}</p>
      <div className="mt-10 grid items-start gap-x-20 gap-y-12 lg:grid-cols-[1.5fr_1fr]">
        <ContactForm teams={teams} proof={proof} asked={asked} answer={answer} />
        <OtherWays />
      </div>
      <FaqBlock {...faq} />
    </main>
  );
}
