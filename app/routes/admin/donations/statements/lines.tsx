import { Check, EyeOff, Hourglass, type IconNode } from "lucide";
import { useTranslation } from "react-i18next";
import { writtenDay } from "#contract/formats/france-time";
import { formatEuros } from "#contract/giving/money";
import { type LineState, lineStates, type StatementLine, type StatementRecord } from "#contract/giving/statements";
import { Form, Submit } from "~/forms/form";
import { Badge, type BadgeMeaning } from "~/ui/badge";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { Pills } from "~/ui/pills";

const payments = "/dashboard/admin/donations";

const badges: Record<LineState, { meaning: BadgeMeaning; icon: IconNode }> = {
  waiting: { meaning: "warning", icon: Hourglass },
  matched: { meaning: "success", icon: Check },
  ignored: { meaning: "plain", icon: EyeOff },
};

type Props = { statement: StatementRecord; state: LineState | null; submission: string };

/** The lines in the order of the file, all of them or those in one state. */
export function Lines({ statement, state, submission }: Props) {
  const { t } = useTranslation("statements");
  const { id, lines, hasMore } = statement;
  const here = `${payments}/statements/${id}`;
  const links = [
    { to: here, label: t("statement.all"), current: !state },
    ...lineStates
      .filter((one) => statement[one] > 0 || one === state)
      .map((one) => ({ to: `${here}?state=${one}`, label: t(`statement.${one}`, { count: statement[one] }), current: one === state })),
  ];
  const after = lines.at(-1)?.id;
  return (
    <>
      <Pills label={t("statement.filter")} links={links} />
      {lines.length === 0 && <p className="muted mt-4">{t("statement.none")}</p>}
      <ul className="rows mt-3">
        {lines.map((line) => (
          <Row key={line.id} line={line} here={here} submission={submission} />
        ))}
      </ul>
      {hasMore && (
        <p className="mt-4">
          <Link to={`${here}?${new URLSearchParams({ ...(state && { state }), ...(after && { after }) })}`} className="font-semibold">
            {t("statement.more")}
          </Link>
        </p>
      )}
    </>
  );
}

function Row({ line, here, submission }: { line: StatementLine; here: string; submission: string }) {
  const { t } = useTranslation("statements");
  const { locale } = usePage();
  const { id, day, amountCents, name, text, state, doubt, reason, wasUndone, payments: given } = line;
  const amount = formatEuros(locale, amountCents);
  const who = name || t("statement.unnamed");
  const why = state === "waiting" && (wasUndone ? t("doubt.undone") : t(`doubt.${doubt ?? "membership"}`));
  return (
    <li>
      <span className="min-w-0 flex-[1_1_14rem]">
        <strong className="wrap-anywhere">{who}</strong>
        <span className="block wrap-anywhere">{text}</span>
        <small className="muted block">{[writtenDay(locale, day), why, reason].filter(Boolean).join(", ")}</small>
        {given.map((payment) => (
          <Link key={payment.id} to={`${payments}/${payment.id}`} className="block font-semibold">
            {[payment.name, given.length > 1 && formatEuros(locale, payment.amountCents), payment.reference].filter(Boolean).join(", ")}
          </Link>
        ))}
      </span>
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1 sm:grid sm:justify-items-end">
        <strong className="tabular-nums whitespace-nowrap">{amount}</strong>
        <Badge {...badges[state]}>{t(`state.${state}`)}</Badge>
        {state === "waiting" ? (
          <Link
            to={`${here}?line=${id}`}
            className="inline-block py-1 font-semibold"
            aria-label={t("decide.openLabel", { name: who, amount })}
          >
            {t("decide.open")}
          </Link>
        ) : (
          <Form submission={submission}>
            <input type="hidden" name="intent" value="undo" />
            <input type="hidden" name="line" value={id} />
            <Submit variant="line" small>
              {t("decide.undo")}
              <span className="sr-only">{` ${amount}, ${who}`}</span>
            </Submit>
          </Form>
        )}
      </span>
    </li>
  );
}
