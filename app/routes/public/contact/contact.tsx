import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { spamGuardApi } from "#contract/api/spam-guard";
import { ContactDraft, contactApi } from "#contract/charity/contact";
import { furtherSupportApi, SupportQuery } from "#contract/charity/further-support";
import { sectorHoursApi } from "#contract/charity/sector-hours";
import { publicSectorsApi, SectorSearch } from "#contract/charity/sectors";
import { franceDay } from "#contract/formats/france-time";
import type { Localized } from "#contract/formats/localized";
import { readIn } from "#contract/formats/localized-text";
import { FaqQuery, faqApi } from "#contract/publishing/faq";
import { check, isTryOut, readPageTexts } from "~/content/page-texts/page-texts.server";
import { PageTexts, usePageText } from "~/content/page-texts/use-page-text";
import { rulesOf } from "~/forms/rules.server";
import { type FormAnswer, submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { readList } from "~/lists/list-request";
import { publicMeta } from "~/search/public-meta";
import { faqPageData } from "~/search/structured-data";
import { countUnanswered } from "~/search/unanswered.server";
import { QuestionSearch } from "~/subjects/faq/question-search";
import { FaqBlock } from "~/subjects/faq/questions";
import { DrawingSymbols } from "~/ui/drawing";
import { ContactForm } from "./contact-form";
import { HeadOffice } from "./head-office";
import { MessageSent } from "./message-sent";
import { OtherWays } from "./other-ways";
import { Visits } from "./visits";

export const handle = {
  i18n: ["contact", "faq", "team", "threads"],
  cache: {
    on: ["team", "faq_question", "faq_category", "page_texts", "day"],
    query: ["topic", "team", "question"],
    unbounded: ["q", "near", "service", "receipt", "sent"],
    evenEmpty: ["near"],
  },
} as const satisfies PageHandle;

export const meta = publicMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const { api, t, settings, locale } = context;
  const { searchParams } = new URL(request.url);
  const ticket = /^M-\d{5,10}$/.exec(searchParams.get("sent") ?? "")?.[0] ?? null;
  const receipt = /^(?:IND|COM|EXP)-\d{4}-\d{6,9}$/.exec(searchParams.get("receipt") ?? "")?.[0];
  const { q } = readList(request, FaqQuery);
  const { near } = readList(request, SectorSearch);
  const [sectors, { proof }, office, { categories }, matching, visits, nearest, texts] = await Promise.all([
    api.call(publicSectorsApi.list),
    api.call(spamGuardApi.proof),
    api.call(contactApi.office),
    api.call(faqApi.list, { query: { q: "" } }),
    q ? api.call(faqApi.list, { query: { q } }) : { categories: [], corrected: null },
    api.call(sectorHoursApi.visits, { query: {} }),
    near ? api.call(publicSectorsApi.directory, { query: { near } }).then((found) => found.nearest) : null,
    readPageTexts(context, "contact"),
  ]);
  if (q && matching.categories.length === 0) await countUnanswered(args, q);
  const requested = {
    topic: searchParams.get("topic") ?? undefined,
    team: searchParams.get("team") ?? undefined,
    about: receipt ? t("contact:aboutReceipt", { number: receipt }) : await serviceName(api, searchParams),
  };
  const description = t("contact:meta", { organisation: settings.organisation });
  const read = (text: Localized) => readIn(locale, text).text;
  const questions = categories.flatMap((category) => category.questions);
  const structuredData =
    questions.length > 0 ? faqPageData(questions.map((one) => ({ question: read(one.question), answer: read(one.answer) }))) : undefined;
  const found = { query: q, corrected: matching.corrected, found: matching.categories.flatMap((category) => category.questions) };
  const faq = { categories, open: searchParams.get("question") ?? undefined };
  return {
    texts,
    sectors: sectors.items,
    visits: visits.items,
    today: franceDay(new Date()),
    search: { near: searchParams.has("near") ? near : null, nearest },
    retained: { topic: requested.topic, team: requested.team, service: searchParams.get("service") ?? undefined, receipt },
    proof,
    office,
    ticket,
    requested,
    found,
    faq,
    rules: rulesOf({ contact: ContactDraft }),
    title: t(ticket ? "contact:sent.title" : "titles:/contact"),
    description,
    structuredData,
  };
}

/** The name of the service that the message is about: the query has the first letters of its id. */
async function serviceName(api: LoaderFunctionArgs["context"]["api"], query: URLSearchParams): Promise<string | undefined> {
  const id = /^[0-9a-f]{8}$/.exec(query.get("service") ?? "")?.[0];
  if (!id) return;
  const { emergency, groups } = await api.call(furtherSupportApi.list, { query: SupportQuery.parse({}) });
  return [...emergency, ...groups.flatMap(({ services }) => services)].find((service) => service.id.startsWith(id))?.name;
}

export async function action(args: ActionFunctionArgs) {
  if (isTryOut(args)) return check("contact")(args);
  return submit(args, ContactDraft, async (body) => {
    const { ticket } = await args.context.api.call(contactApi.send, { body });
    return { to: `/contact?sent=${ticket}` };
  });
}

export default function Contact() {
  const { texts, ...data } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const tried = answer && "texts" in answer ? answer : undefined;
  return (
    <PageTexts texts={texts} tried={tried}>
      <ContactPage {...data} answer={answer && "result" in answer ? answer : undefined} />
    </PageTexts>
  );
}

type PageData = Omit<Awaited<ReturnType<typeof loader>>, "texts"> & { answer: FormAnswer | undefined };

function ContactPage(data: PageData) {
  const { sectors, visits, today, search, retained, proof, office, ticket, requested, found, faq, answer } = data;
  const t = usePageText("contact");
  if (ticket) return <MessageSent ticket={ticket} />;
  return (
    <main id="content" className="wrap pb-section">
      <DrawingSymbols names={["phone"]} />
      <h1 className="title-hero pt-[clamp(2rem,5vw,4rem)]">{t("h1")}</h1>
      <p className="mt-6 max-w-xl text-xl leading-[1.45]">{t("lead")}</p>
      <div className="mt-10 grid items-start gap-x-20 gap-y-12 lg:grid-cols-[1.5fr_1fr] lg:grid-rows-[auto_1fr]">
        <div className="grid gap-12">
          <QuestionSearch {...found} retained={retained} />
          <ContactForm sectors={sectors} proof={proof} requested={requested} answer={answer} />
        </div>
        <div className="grid gap-3 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <OtherWays />
          {office.address && <HeadOffice office={{ ...office, address: office.address }} sectors={visits} />}
        </div>
        <Visits visits={visits} today={today} chosen={requested.team} search={search} sectors={sectors} retained={retained} />
      </div>
      <FaqBlock {...faq} />
    </main>
  );
}
