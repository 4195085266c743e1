import { useTranslation } from "react-i18next";
import type { PageOf } from "#contract/api/endpoint";
import { hourText } from "#contract/formats/france-time";
import type { OwnGift } from "#contract/giving/donor-access";
import type { OwnReceipt } from "#contract/giving/fiscal-receipts";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { PageLinks } from "~/lists/page-links";
import type { CountryChoice } from "~/subjects/donations/countries.server";
import { OwnReceiptRows } from "~/subjects/donations/own-receipts";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { MissingAddress } from "./address-form";
import { GiftEntry } from "./gift-entry";

type Props = {
  gifts: PageOf<OwnGift> & { email: string; endsAt: string | null; lacksAddress: boolean };
  receipts: OwnReceipt[];
  countries: CountryChoice[];
  answer: FormAnswer | undefined;
};

/** All gifts of one e-mail address, its tax receipts, and data rights. */
export function GiftList({ gifts, receipts, countries, answer }: Props) {
  const { t } = useTranslation("donations");
  const own = useTranslation("receipts").t;
  const { locale } = usePage();
  return (
    <main id="content" className="wrap pb-section">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6 pt-[clamp(2rem,5vw,4rem)] pb-8">
        <div className="min-w-0">
          <h1 className="title-page">{t("manage.h1")}</h1>
          <p className="mt-5 text-xl leading-[1.45] wrap-anywhere">{t("manage.of", { email: gifts.email })}</p>
        </div>
        {gifts.endsAt ? (
          <Form className="grid gap-2">
            <Submit variant="line">{t("manage.end")}</Submit>
            <p className="muted text-sm">
              {t("manage.until")} <time dateTime={gifts.endsAt}>{hourText(locale, new Date(gifts.endsAt))}</time>
            </p>
          </Form>
        ) : (
          <p>
            <Link to="/dashboard">{t("manage.space")}</Link>
          </p>
        )}
      </div>
      {gifts.lacksAddress && <MissingAddress countries={countries} answer={answer} />}
      {gifts.total > 0 && <p className="muted pb-2">{t("manage.count", { count: gifts.total })}</p>}
      {gifts.total === 0 && !gifts.lacksAddress && <NoGifts />}
      <ul>
        {gifts.items.map((gift) => (
          <li key={gift.reference} className="border-t-2 border-line py-7">
            <GiftEntry gift={gift} />
          </li>
        ))}
      </ul>
      <PageLinks page={gifts} className="pages" />
      {receipts.length > 0 && (
        <section className="mt-6" aria-labelledby="receipts">
          <h2 id="receipts" className="title-card">
            {own("own.title")}
          </h2>
          <OwnReceiptRows receipts={receipts} folder="/donations/receipts" />
        </section>
      )}
      <div className="mt-6 grid gap-6 lg:grid-cols-2">
        <section className="grid content-start gap-3 rounded-2xl bg-beige p-[clamp(1.5rem,3.4vw,2.75rem)]">
          <h2 className="title-card">{t("receipts.title")}</h2>
          <p>{t("receipts.text")}</p>
        </section>
        <section className="grid content-start gap-3 rounded-2xl bg-beige p-[clamp(1.5rem,3.4vw,2.75rem)]">
          <h2 className="title-card">{t("rights.title")}</h2>
          <p>{t("rights.text")}</p>
          <p>
            <Link to="/gdpr#request">{t("rights.cta")}</Link>
          </p>
        </section>
      </div>
    </main>
  );
}

/** Rare: the gifts have been anonymised since. */
function NoGifts() {
  const { t } = useTranslation("donations");
  return (
    <div className="grid justify-items-start gap-5 pb-8">
      <p className="text-lg">{t("manage.empty")}</p>
      <ButtonLink to="/donate">{t("access.donate")}</ButtonLink>
    </div>
  );
}
