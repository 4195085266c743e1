import { useTranslation } from "react-i18next";
import type { Quota } from "#contract/charity/event-participants";
import { readIn } from "#contract/formats/localized-text";
import { Form, Submit } from "~/forms/form";
import { ButtonLink } from "~/ui/button";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** The places that registrations are moved to, as a field of the form around it. */
export function MoveTarget({ quotas, id }: { quotas: Quota[]; id: string }) {
  const { t } = useTranslation("events");
  const { locale } = usePage();
  return (
    <div className="field">
      <label htmlFor={id}>{t("move.to")}</label>
      <select id={id} name="quotaId" className="control" autoComplete="off">
        {quotas.map(({ id: quotaId, label, taken, capacity }) => (
          <option key={quotaId} value={quotaId}>
            {t("move.ofPlaces", { label: readIn(locale, label).text, taken, capacity })}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Moves one person to other places of the event. */
export function MoveForm({
  person,
  quotas,
  close,
}: {
  person: { id: string; name: string; quotaId: string };
  quotas: Quota[];
  close: string;
}) {
  const { t } = useTranslation("events");
  return (
    <Panel title={t("move.title", { name: person.name })}>
      <Form className="grid gap-4">
        <input type="hidden" name="ids" value={person.id} />
        <MoveTarget id="move-one" quotas={quotas.filter(({ id }) => id !== person.quotaId)} />
        <p className="muted text-sm">{t("move.hint")}</p>
        <p className="actions">
          <Submit name="intent" value="move">
            {t("move.submit")}
          </Submit>
          <ButtonLink variant="line" to={close}>
            {t("move.close")}
          </ButtonLink>
        </p>
      </Form>
    </Panel>
  );
}
