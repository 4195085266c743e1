import { useTranslation } from "react-i18next";
import type { FormAnswer } from "~/forms/submission.server";
import { ProposalForm } from "./proposal-form";

const ways = [1, 2, 3, 4] as const;

/** What a partner can contribute, and the form to propose it. */
export function BecomePartner(form: { proof: string; answer: FormAnswer | undefined }) {
  const { t } = useTranslation("partners");
  return (
    <section id="join" className="mt-section" aria-labelledby="join-title">
      <div className="on-colour bg-band py-section text-on-band">
        <div className="wrap grid gap-x-16 gap-y-8 lg:grid-cols-[1.2fr_1fr] lg:items-center">
          <div className="grid justify-items-start gap-5">
            <h2 id="join-title" className="title-page">
              {t("join.title")}
            </h2>
            <p className="max-w-xl text-lg">{t("join.text")}</p>
          </div>
          <ul className="grid gap-4 text-lg font-bold">
            {ways.map((way) => (
              <li key={way} className="flex items-center gap-4">
                <span className="ring-link h-5 w-9 flex-none [--ring:#fff] [--w:0.3125rem]" aria-hidden="true" />
                {t(`join.${way}`)}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div className="wrap pt-12 pb-section">
        <div className="max-w-3xl">
          <h3 className="title-section mb-6">{t("form.title")}</h3>
          <ProposalForm {...form} />
        </div>
      </div>
    </section>
  );
}
