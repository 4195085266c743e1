import { useTranslation } from "react-i18next";
import type { Counting } from "#contract/charity/monthly-records";
import { TextField } from "~/forms/fields";
import { Form } from "~/forms/form";
import { Button, ButtonLink } from "~/ui/button";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { middleOf } from "./record-months";

/** The choice of the first month that the software counts; the next page shows the preview. */
export function CountingChoice({ counting: { countedFrom }, refused }: { counting: Counting; refused: string[] }) {
  const { t } = useTranslation("sectors");
  const { locale } = usePage();
  return (
    <section className="panel grid max-w-2xl gap-4">
      <p>{t("counting.lead")}</p>
      <p>{countedFrom ? t("counting.since", { month: formatDate(locale, middleOf(countedFrom), "month") }) : t("counting.byHand")}</p>
      <Form method="get" className="grid gap-5">
        <TextField
          field={{
            ...{ name: "from", key: "from", required: true, initialValue: countedFrom ?? undefined },
            errors: refused.length > 0 ? refused : undefined,
          }}
          type="month"
          label={t("counting.from")}
          hint={t("records.monthHint")}
        />
        <p className="actions">
          <Button>{t("counting.next")}</Button>
          {countedFrom && (
            <ButtonLink variant="line" to="?from=none">
              {t("counting.stop")}
            </ButtonLink>
          )}
        </p>
      </Form>
    </section>
  );
}
