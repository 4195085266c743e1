import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { writtenDay } from "#contract/formats/france-time";
import { formatEuros } from "#contract/giving/money";
import { allocations, expectedCents } from "#contract/giving/pledges";
import type { StatementRecord, Suggestion } from "#contract/giving/statements";
import { ErrorSummary } from "~/forms/error-summary";
import { SelectField, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { ButtonLink } from "~/ui/button";
import { Disclosure } from "~/ui/disclosure";
import { usePage } from "~/ui/page-context";

type Line = NonNullable<StatementRecord["open"]>;
type Props = { line: Line; submissions: Record<"give" | "dues" | "ignore" | "undo", string>; answer: FormAnswer | undefined };

const given = () => import("#contract/giving/statements").then(({ RecordedLineForm }) => RecordedLineForm);
const ignored = () => import("#contract/giving/statements").then(({ IgnoredLineForm }) => IgnoredLineForm);

/** A line that waits, the pledges that it may be for, and what else can be done with it. */
export function Decision({ line, submissions, answer }: Props) {
  const { t } = useTranslation("statements");
  const { locale } = usePage();
  const { day, amountCents, name, text, doubt, wasUndone, suggestions, memberships } = line;
  const isDues = memberships.length > 0;
  const sent = intentOf(answer);
  const why = wasUndone ? t("doubt.undone") : t(`doubt.${doubt ?? "membership"}`);
  return (
    <div className="grid gap-4">
      <div>
        <p className="text-xl font-bold tabular-nums">{formatEuros(locale, amountCents)}</p>
        <p className="font-semibold wrap-anywhere">{name || t("statement.unnamed")}</p>
        <p className="wrap-anywhere">{text}</p>
        <p className="muted">{[writtenDay(locale, day), why].filter(Boolean).join(", ")}</p>
      </div>
      {isDues && <Dues line={line} submission={submissions.dues} />}
      {(suggestions.length > 0 || !isDues) && <Suggestions line={line} submission={submissions.give} />}
      <Disclosure summary={t("decide.other")} open={(suggestions.length === 0 && !isDues) || sent === "give"}>
        <GiveForm line={line} submission={submissions.give} answer={sent === "give" ? answer : undefined} />
      </Disclosure>
      <Disclosure summary={t("decide.noGift")} open={isDues || sent === "ignore"}>
        {!isDues && <p className="hint mt-3">{t("decide.duesHint")}</p>}
        <IgnoreForm line={line} submission={submissions.ignore} answer={sent === "ignore" ? answer : undefined} />
      </Disclosure>
    </div>
  );
}

/** The memberships whose dues a line is: a donation would be booked wrongly, and their members written to again. */
function Dues({ line, submission }: { line: Line; submission: string }) {
  const { t } = useTranslation("statements");
  const { locale } = usePage();
  const { id: lineId, amountCents, memberships } = line;
  return (
    <div className="grid gap-2">
      <p>{t(`decide.${meaningOf(memberships)}`)}</p>
      <ul className="rows">
        {memberships.map(({ id, reference, name, leftCents, obstacle }) => (
          <li key={id}>
            <span className="min-w-0 flex-[1_1_10rem]">
              <strong className="wrap-anywhere">{name ?? t("statement.unnamed")}</strong>
              <small className="muted block">
                {[
                  reference,
                  leftCents > 0 ? t("decide.duesLeft", { amount: formatEuros(locale, leftCents) }) : t("decide.duesNone"),
                  obstacle && t(`decide.duesObstacle.${obstacle}`),
                ]
                  .filter(Boolean)
                  .join(", ")}
              </small>
            </span>
            {!obstacle && amountCents <= leftCents && (
              <Form submission={submission}>
                {Object.entries({ intent: "dues", line: lineId, membershipId: id }).map(([field, value]) => (
                  <input key={field} type="hidden" name={field} value={value} />
                ))}
                <Submit small>
                  {t("decide.duesRecord", { amount: formatEuros(locale, amountCents) })}
                  <span className="sr-only">{` ${reference}`}</span>
                </Submit>
              </Form>
            )}
            <ButtonLink small variant="line" to={`/dashboard/admin/memberships/${id}`}>
              {t("decide.duesLink")}
              <span className="sr-only">{` ${reference}`}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What is said above the memberships of a line. */
function meaningOf(memberships: Line["memberships"]): "dues" | "duesWait" | "duesPaid" {
  const unpaid = memberships.filter(({ leftCents }) => leftCents > 0);
  if (unpaid.length === 0) return "duesPaid";
  return unpaid.every(({ obstacle }) => obstacle) ? "duesWait" : "dues";
}

/** Which form was refused. */
function intentOf(answer: FormAnswer | undefined): string | undefined {
  const intent = answer?.result.initialValue?.intent;
  return typeof intent === "string" ? intent : undefined;
}

function Suggestions({ line, submission }: { line: Line; submission: string }) {
  const { t } = useTranslation("statements");
  const { locale } = usePage();
  const { id, amountCents, suggestions } = line;
  const [first, second] = suggestions.filter(({ isNamed }) => isNamed);
  const isShared =
    first &&
    second &&
    expectedCents(first) > 0 &&
    expectedCents(second) > 0 &&
    expectedCents(first) + expectedCents(second) === amountCents;
  if (suggestions.length === 0) return <p className="muted">{t("decide.none")}</p>;
  const hidden = (fields: Record<string, string>) =>
    Object.entries({ intent: "give", line: id, ...fields }).map(([field, value]) => (
      <input key={field} type="hidden" name={field} value={value} />
    ));
  return (
    <ul className="rows">
      {isShared && (
        <li>
          <span className="min-w-0 flex-[1_1_10rem]">{t("decide.shared", { one: first.name, other: second.name })}</span>
          <Form submission={submission}>
            {hidden({ reference: first.reference, secondReference: second.reference, secondAmount: String(expectedCents(second) / 100) })}
            <Submit small>
              {t("decide.share", { one: formatEuros(locale, expectedCents(first)), other: formatEuros(locale, expectedCents(second)) })}
            </Submit>
          </Form>
        </li>
      )}
      {suggestions.map((pledge) => (
        <li key={pledge.reference}>
          <span className="min-w-0 flex-[1_1_10rem]">
            <strong className="wrap-anywhere">{pledge.name}</strong>
            <small className="muted block">
              {[pledge.reference, t(`decide.${pledge.rhythm}`, { amount: formatEuros(locale, pledge.amountCents) }), comparison(pledge)]
                .filter(Boolean)
                .join(", ")}
            </small>
          </span>
          <Form submission={submission}>
            {hidden({ reference: pledge.reference })}
            <Submit small variant={pledge.isNamed ? "primary" : "line"}>
              {t("decide.give", { amount: formatEuros(locale, amountCents) })}
              <span className="sr-only">{` ${pledge.name}, ${pledge.reference}`}</span>
            </Submit>
          </Form>
        </li>
      ))}
    </ul>
  );

  /** How much more or less than expected it is. */
  function comparison(pledge: Suggestion): string | false {
    const difference = amountCents - expectedCents(pledge);
    if (difference === 0) return false;
    return t(difference > 0 ? "decide.more" : "decide.less", { amount: formatEuros(locale, Math.abs(difference)) });
  }
}

type FormProps = { line: Line; submission: string; answer: FormAnswer | undefined };

function GiveForm({ line, submission, answer }: FormProps) {
  const { t } = useTranslation("statements");
  const create = useTranslation("payments").t;
  const donate = useTranslation("donate").t;
  const defaultValue = { donorName: line.name ?? undefined, allocation: "any" } as const;
  const [form, fields] = usePageForm(given, { id: "give", answer, defaultValue });
  return (
    <Form className="mt-3 grid gap-4" submission={submission} {...getFormProps(form)}>
      <ErrorSummary form={form} />
      <input type="hidden" name="intent" value="give" />
      <input type="hidden" name="line" value={line.id} />
      <TextField field={fields.reference} label={create("create.reference")} hint={t("decide.referenceHint")} autoComplete="off" />
      <TextField field={fields.secondReference} label={create("create.secondReference")} autoComplete="off" />
      <TextField field={fields.secondAmount} label={create("create.secondAmount")} autoComplete="off" />
      <TextField field={fields.donorName} label={create("create.donorName")} hint={t("decide.donorHint")} autoComplete="off" />
      <SelectField
        field={fields.allocation}
        label={create("create.allocation")}
        choices={allocations.map((value) => ({ value, label: donate(`allocation.${value}`) }))}
        optional={false}
      />
      <p className="actions">
        <Submit>{t("decide.record")}</Submit>
      </p>
    </Form>
  );
}

function IgnoreForm({ line, submission, answer }: FormProps) {
  const { t } = useTranslation("statements");
  const [form, fields] = usePageForm(ignored, { id: "ignore", answer });
  return (
    <Form className="mt-3 grid gap-4" submission={submission} {...getFormProps(form)}>
      <ErrorSummary form={form} />
      <input type="hidden" name="intent" value="ignore" />
      <input type="hidden" name="line" value={line.id} />
      <TextField field={fields.reason} label={t("decide.reason")} hint={t("decide.reasonHint")} autoComplete="off" />
      <p className="actions">
        <Submit variant="line">{t("decide.ignore")}</Submit>
      </p>
    </Form>
  );
}
