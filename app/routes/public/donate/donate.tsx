import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { spamGuardApi } from "#contract/api/spam-guard";
import { isByProvider } from "#contract/giving/card-settings";
import { companiesApi } from "#contract/giving/companies";
import { PledgeForm, pledgedCents, pledgesApi } from "#contract/giving/pledges";
import { check, isTryOut, readPageTexts } from "~/content/page-texts/page-texts.server";
import { PageTexts, usePageText } from "~/content/page-texts/use-page-text";
import { rulesOf } from "~/forms/rules.server";
import { type FormAnswer, submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { publicMeta } from "~/search/public-meta";
import { checkoutOf } from "~/subjects/donations/checkout.server";
import { type CompanyAnswer, completedByRegister } from "~/subjects/donations/company.server";
import { countryChoices } from "~/subjects/donations/countries.server";
import { offered, taxFacts } from "~/subjects/donations/tax-facts.server";
import { DrawingSymbols } from "~/ui/drawing";
import { Link } from "~/ui/link";
import { GiftUses } from "./gift-uses";
import { GiftsClosed } from "./gifts-closed";
import { GiftsInKind } from "./gifts-in-kind";
import { PledgeFields } from "./pledge-fields";
import { TaxRules } from "./tax-rules";

export const handle = {
  i18n: ["donate"],
  cache: { on: ["day", "country", "page_texts"], unbounded: ["rhythm", "allocation", "otherAmount"] },
  dated: ["page_texts"],
} as const satisfies PageHandle;

export const meta = publicMeta;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t } = context;
  const [{ proof }, countries, { available }, { methods, cardOrigin }, texts] = await Promise.all([
    api.call(spamGuardApi.proof),
    countryChoices(context),
    api.call(companiesApi.find, { query: {} }),
    api.call(pledgesApi.means),
    readPageTexts(context, "donate"),
  ]);
  const tax = taxFacts(context);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  return {
    texts,
    proof,
    countries,
    amounts: offered(context.locale),
    tax,
    methods,
    // A gift by card leads to the provider's page.
    formTo: cardOrigin,
    query,
    register: available,
    rules: rulesOf({ pledge: PledgeForm }),
    title: t("titles:/donate"),
    description: methods.length === 0 ? t("donate:closed.title") : tax ? t("donate:meta", tax.words) : t("donate:metaPlain"),
  };
}

export async function action(args: ActionFunctionArgs) {
  if (isTryOut(args)) return check("donate")(args);
  const completed = await completedByRegister(args);
  if (completed) return completed;
  return submit(args, PledgeForm, async ({ amount, otherAmount, ...pledge }) => {
    const amountCents = pledgedCents({ amount, otherAmount }) ?? 0;
    const { reference } = await args.context.api.call(pledgesApi.create, { body: { ...pledge, amountCents } });
    const { cardOrigin } = isByProvider(pledge.method) ? await args.context.api.call(pledgesApi.means) : { cardOrigin: null };
    return cardOrigin ? checkoutOf(args.context, reference, cardOrigin) : { to: `/donate/${reference}` };
  });
}

export default function Donate() {
  const { texts, ...data } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const tried = answer && "texts" in answer ? answer : undefined;
  return (
    <PageTexts texts={texts} tried={tried}>
      <DonatePage {...data} answer={answer && "result" in answer ? answer : undefined} />
    </PageTexts>
  );
}

type PageData = Omit<Awaited<ReturnType<typeof loader>>, "texts"> & { answer: FormAnswer | CompanyAnswer | undefined };

function DonatePage({ proof, countries, amounts, tax, methods, query, register, answer }: PageData) {
  const { t } = useTranslation("donate");
  const pageText = usePageText("donate");
  const open = methods.length > 0;
  return (
    <main id="content" className="wrap">
      <DrawingSymbols names={["kit", "bike", "coat", "crate"]} />
      <h1 className="title-hero text-balance pt-[clamp(2rem,5vw,4rem)]">{pageText("h1")}</h1>
      <p className="mt-6 max-w-xl text-xl leading-[1.45]">{pageText("lead")}</p>
      <p className="mt-4">
        {pageText("manage.already")} <Link to="/donations/access">{t("manage.link")}</Link>
      </p>
      {open ? (
        <div className="mt-10">
          <PledgeFields
            proof={proof}
            countries={countries}
            amounts={amounts}
            tax={tax}
            methods={methods}
            query={query}
            register={register}
            answer={answer}
          />
        </div>
      ) : (
        <GiftsClosed />
      )}
      {open && <GiftUses />}
      {open && tax && <TaxRules tax={tax} />}
      <GiftsInKind />
    </main>
  );
}
