import { useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { SeriesDate } from "#contract/charity/event-series";
import { ChoiceGroup } from "~/forms/fields";
import type { FormAnswer } from "~/forms/submission.server";
import { Link } from "~/ui/link";
import { scopeChoices } from "./scope-choices";

/** Asks, over the form of a date of a series, on which of its dates a change is made. The choice belongs to that form. */
export function SeriesScopeField({ data }: { data: { id: string; dates: SeriesDate[] } | null }) {
  const { t } = useTranslation("content");
  const answer = useActionData<FormAnswer | undefined>();
  if (!data) return null;
  const chosen = answer?.result.initialValue?.scope;
  return (
    <section className="panel grid gap-3" aria-label={t("events.own.scope.label")}>
      <ChoiceGroup
        field={{ name: "scope", key: "scope", required: false, errors: undefined, initialValue: chosen ?? "this" }}
        form="record"
        label={t("events.own.scope.title")}
        hint={t("events.own.scope.hint")}
        optional={false}
        cards
        choices={scopeChoices(data.dates, data.id).map(({ scope, dates, people }) => ({
          value: scope,
          label: t(`events.own.scope.${scope}`, { count: dates }),
          hint: t("events.own.scope.people", { count: people }),
        }))}
      />
      <p>
        <Link to={`/dashboard/admin/events/${data.id}/series`}>{t("events.own.scope.dates")}</Link>
      </p>
    </section>
  );
}
