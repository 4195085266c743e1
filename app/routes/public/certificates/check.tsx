import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Check, CircleHelp, Undo2 } from "lucide";
import { useTranslation } from "react-i18next";
import { type CertificateCheck, certificatesApi, codeLength } from "#contract/charity/volunteer-certificates";
import { hoursText } from "#contract/formats/hours";
import { plainCode, writtenCode } from "#contract/formats/typed-code";
import { ApiError } from "~/api/api-error";
import { pathIn } from "~/i18n/locale-of-path";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { PageHead } from "~/layouts/site/page-head";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";

export const handle = { i18n: ["certificates"] } as const satisfies PageHandle;

export const meta = pageMeta;

type Answer = CertificateCheck | { answer: "later" } | null;

/** The form sends the code in the query; its result has an address of its own, as printed codes have. */
export async function loader({ request, params, context: { api, t } }: LoaderFunctionArgs) {
  const typed = new URL(request.url).searchParams.get("code");
  if (typed) throw redirect(`/certificates/${encodeURIComponent(plainCode(typed).slice(0, 40) || "-")}`, 303);
  const code = plainCode(params.id ?? "").slice(0, 40);
  const answer: Answer = params.id ? await api.call(certificatesApi.check, { params: { code: code || "-" } }).catch(later) : null;
  return { code, answer, title: t("titles:/certificates"), description: t("certificates:meta") };
}

/** After many tries from one network. */
function later(error: unknown): Answer {
  if (error instanceof ApiError && error.status === 429) return { answer: "later" };
  throw error;
}

/** Whether a certificate is ours, and still holds. */
export default function CheckCertificate() {
  const { code, answer } = useLoaderData<typeof loader>();
  const { t } = useTranslation("certificates");
  const { locale } = usePage();
  return (
    <main id="content" className="wrap grid gap-x-20 gap-y-10 pb-24 lg:grid-cols-2">
      <div>
        <PageHead title={t("h1")} lead={t("lead")} />
        <form action={pathIn(locale, "/certificates")} className="grid max-w-lg gap-4">
          <div className="field">
            <label htmlFor="code">{t("code")}</label>
            <p className="hint" id="code-hint">
              {t("hint")}
            </p>
            <input
              id="code"
              name="code"
              className="control font-mono text-xl uppercase"
              defaultValue={code.length === codeLength ? writtenCode(code) : code}
              required
              maxLength={40}
              autoComplete="off"
              spellCheck={false}
              aria-describedby="code-hint"
            />
          </div>
          <p className="actions">
            <Button>{t("check")}</Button>
          </p>
        </form>
        <p className="mt-8 max-w-lg border-t-2 border-line pt-5 text-neutral-dark">
          <strong>{t("silent.title")}</strong> {t("silent.text")}
        </p>
      </div>
      {answer && <Result answer={answer} />}
    </main>
  );
}

function Result({ answer }: { answer: NonNullable<Answer> }) {
  const { locale } = usePage();
  const { t } = useTranslation("certificates");
  const box = "grid content-start gap-4 self-start rounded-2xl p-[clamp(1.5rem,4vw,2.5rem)] lg:mt-16";
  const title = "text-[length:var(--text-3xl)] leading-tight font-extrabold";
  if (answer.answer === "valid") {
    const facts = [
      [t("valid.name"), answer.name],
      [
        t("valid.hours"),
        [hoursText(locale, answer.totalMinutes), answer.sector && t("valid.sector", { sector: answer.sector })].filter(Boolean).join(", "),
      ],
      [t("valid.from"), <LocalDate key="from" value={`${answer.periodFrom}T12:00:00Z`} style="full" />],
      [t("valid.to"), <LocalDate key="to" value={`${answer.periodTo}T12:00:00Z`} style="full" />],
      [t("valid.number"), answer.number],
      [t("valid.issued"), <LocalDate key="issued" value={answer.issuedAt} style="full" />],
    ] as const;
    return (
      <section className={`${box} bg-success text-white`} role="status">
        <Icon of={Check} className="size-12" />
        <h2 className={title}>{t("valid.title")}</h2>
        <dl>
          {facts.map(([label, value]) => (
            <div key={label} className="grid gap-x-4 border-t border-white/40 py-3 sm:grid-cols-[9rem_1fr]">
              <dt>{label}</dt>
              <dd className="font-bold wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
        <p>{t("valid.compare")}</p>
      </section>
    );
  }
  const unknown = answer.answer === "unknown" || answer.answer === "later";
  return (
    <section className={`${box} text-ink ${unknown ? "bg-sun" : "bg-beige"}`} role="status">
      <Icon of={unknown ? CircleHelp : Undo2} className="size-12" />
      <h2 className={title}>{t(`${answer.answer}.title`)}</h2>
      <p>{t(`${answer.answer}.text`)}</p>
      <p>
        <Link to="/contact" className="font-bold text-ink underline">
          {t("write")}
        </Link>
      </p>
    </section>
  );
}
