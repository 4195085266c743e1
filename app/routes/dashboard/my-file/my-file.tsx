import { getFormProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { aidsApi, Household, type OwnFile } from "#contract/charity/aids";
import { writtenDay } from "#contract/formats/france-time";
import { writtenCode } from "#contract/formats/typed-code";
import { gate } from "~/access/gate.server";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { type FormAnswer, submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { QrCode } from "~/ui/qr-code";
import { qrPath } from "~/ui/qr-code.server";

const path = "/dashboard/my-file";

export const handle = { i18n: ["aids"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const file = await args.context.api.call(aidsApi.mine);
  return {
    file,
    code: file.card ? qrPath(file.card.code) : null,
    submission: crypto.randomUUID(),
    rules: rulesOf({ household: Household }),
    title: args.context.t(`titles:${path}`),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  return submit(args, Household, async (body) => {
    await api.call(aidsApi.setHousehold, { body });
    return { to: path, toast: { title: t("aids:file.saved") } };
  });
}

/** A student's own file: until when it is valid, the card, the household, what was received. */
export default function MyFile() {
  const { file, code, submission, title } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("aids");
  const { card, name } = file;
  return (
    <>
      <div>
        <h1 className="office-title">{title}</h1>
        <p className="muted mt-1">{t("file.lead")}</p>
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-5">
          <ValidityPanel file={file} />
          <AidsPanel aids={file.aids} />
        </div>
        <div className="grid gap-5">
          <Panel title={t("file.card")}>
            {card && code ? (
              <div className="grid justify-items-center gap-3 text-center">
                <QrCode code={code} label={t("file.codeLabel")} width="w-full max-w-64" />
                <strong className="text-xl tracking-wide">{writtenCode(card.letters)}</strong>
                <span>{name}</span>
                <p className="muted">{t("file.cardHint")}</p>
              </div>
            ) : (
              <p>{t("file.noCard")}</p>
            )}
          </Panel>
          <HouseholdPanel household={file.household} answer={answer ?? undefined} submission={submission} />
        </div>
      </div>
    </>
  );
}

export const ErrorBoundary = OfficeError;

function ValidityPanel({ file: { validUntil, toConfirm } }: { file: OwnFile }) {
  const { t } = useTranslation("aids");
  const { locale } = usePage();
  return (
    <Panel title={t("file.validity")}>
      {toConfirm ? (
        <p>{t("file.toConfirm")}</p>
      ) : (
        <p>{validUntil ? t("file.valid", { day: writtenDay(locale, validUntil) }) : t("file.notValid")}</p>
      )}
      {validUntil && !toConfirm && <p className="muted mt-2">{t("file.renew")}</p>}
      <p className="actions mt-4">
        {toConfirm && <ButtonLink to="/account/pending/criteria">{t("file.confirm")}</ButtonLink>}
        <ButtonLink variant="line" to="/account/settings/needs">
          {t("file.needs")}
        </ButtonLink>
      </p>
    </Panel>
  );
}

function AidsPanel({ aids }: { aids: OwnFile["aids"] }) {
  const { t } = useTranslation("aids");
  const { locale } = usePage();
  return (
    <Panel title={t("file.aids")}>
      {aids.length === 0 && <p className="muted">{t("file.noAids")}</p>}
      <ul className="grid gap-3">
        {aids.map(({ id, kind, day, quantity, event }) => (
          <li key={id}>
            <strong>{quantity > 1 ? `${t(`kind.${kind}`)} × ${quantity}` : t(`kind.${kind}`)}</strong>
            <span className="muted block">
              {writtenDay(locale, day)}
              {event && (
                <>
                  {", "}
                  <LocalizedText of={event.title} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const schema = () => import("#contract/charity/aids").then((aids) => aids.Household);

type HouseholdProps = { household: OwnFile["household"]; answer: FormAnswer | undefined; submission: string };

function HouseholdPanel({ household, answer, submission }: HouseholdProps) {
  const { t } = useTranslation("aids");
  const [form, fields] = usePageForm(schema, { id: "household", answer, defaultValue: household ?? { adults: 1, children: 0 } });
  return (
    <Panel title={t("file.household")}>
      <Form className="grid gap-4" submission={submission} {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <p className="muted">{t("file.householdHint")}</p>
        <TextField field={fields.adults} type="number" label={t("file.adults")} />
        <TextField field={fields.children} type="number" optional={false} label={t("file.children")} />
        <p>
          <Submit variant="line">{t("file.save")}</Submit>
        </p>
      </Form>
    </Panel>
  );
}
