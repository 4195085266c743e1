import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { spamGuardApi } from "#contract/api/spam-guard";
import { SentTestimonial, sentTestimonialsApi } from "#contract/publishing/sent-testimonials";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { publicMeta } from "~/search/public-meta";
import { DrawingSymbols } from "~/ui/drawing";
import { SendForm } from "./send-form";
import { TestimonialSent } from "./testimonial-sent";
import { Next } from "./what-happens-next";

export const handle = { i18n: ["testimonials", "threads"], cache: { on: [], unbounded: ["sent"] } } as const satisfies PageHandle;

export const meta = publicMeta;

export async function loader({ request, context: { api, t, settings } }: LoaderFunctionArgs) {
  const { proof } = await api.call(spamGuardApi.proof);
  const ticket = /^T-\d{5,10}$/.exec(new URL(request.url).searchParams.get("sent") ?? "")?.[0] ?? null;
  return {
    proof,
    ticket,
    organisation: settings.organisation,
    rules: rulesOf({ testimonial: SentTestimonial }),
    title: t(ticket ? "testimonials:sent.title" : "titles:/testimonials/send"),
    description: t("testimonials:meta", { organisation: settings.organisation }),
  };
}

export function action(args: ActionFunctionArgs) {
  return submit(args, SentTestimonial, async (body) => {
    const { ticket } = await args.context.api.call(sentTestimonialsApi.send, { body });
    return { to: `/testimonials/send?sent=${ticket}` };
  });
}

export default function SendTestimonial() {
  const { ticket, proof, organisation } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("testimonials");
  if (ticket) return <TestimonialSent ticket={ticket} />;
  return (
    <main id="content" className="wrap pb-section">
      <DrawingSymbols names={["door"]} />
      <h1 className="title-hero max-w-[12em] pt-[clamp(2rem,5vw,4rem)]">{t("h1")}</h1>
      <p className="mt-6 max-w-xl text-xl leading-[1.45]">{t("lead")}</p>
      <div className="mt-10 grid items-start gap-x-20 gap-y-12 lg:grid-cols-[1.5fr_1fr]">
        <SendForm proof={proof} organisation={organisation} answer={answer} />
        <Next />
      </div>
    </main>
  );
}
