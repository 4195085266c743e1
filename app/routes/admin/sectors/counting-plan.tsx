import { useTranslation } from "react-i18next";
import type { Counting } from "#contract/charity/monthly-records";
import { Form, Submit } from "~/forms/form";
import { useMessage } from "~/forms/message";
import { ButtonLink } from "~/ui/button";
import { formatDate } from "~/ui/local-date";
import { formatNumber } from "~/ui/number";
import { usePage } from "~/ui/page-context";
import { middleOf } from "./record-months";

type Plan = NonNullable<Counting["plan"]>;
type Props = { plan: Plan; refused: string[]; submission: string };

/** What the public figures of the team become, the months that make the difference, and the confirmation. */
export function CountingPlan({ plan, refused, submission }: Props) {
  const { t } = useTranslation("sectors");
  const { locale } = usePage();
  const message = useMessage();
  const { month, before, after } = plan;
  const figures = (["kits", "hours"] as const).map((name) =>
    t(`counting.becomes.${name}`, { before: formatNumber(locale, before[name]), after: formatNumber(locale, after[name]) }),
  );
  return (
    <section className="panel grid max-w-3xl gap-5">
      <h2 className="panel-title">
        {month ? t("counting.ask", { month: formatDate(locale, middleOf(month), "month") }) : t("counting.askNone")}
      </h2>
      {refused.length > 0 && (
        <p className="field-error" role="alert">
          {refused.map(message).join(" ")}
        </p>
      )}
      <div>
        <p>{t("counting.figures")}</p>
        <ul className="mt-2 list-disc pl-6">
          {figures.map((figure) => (
            <li key={figure}>{figure}</li>
          ))}
        </ul>
      </div>
      {plan.months.length > 0 ? <ChangedMonths plan={plan} /> : <p>{t("counting.same")}</p>}
      <p>{t(month ? "counting.after" : "counting.afterNone")}</p>
      <Form className="actions justify-end" submission={submission}>
        {month && <input type="hidden" name="month" value={month} />}
        <ButtonLink variant="line" to="?">
          {t("counting.other")}
        </ButtonLink>
        <Submit>{t("counting.confirm")}</Submit>
      </Form>
    </section>
  );
}

/** The months whose kits and hours would come from the other place. */
function ChangedMonths({ plan: { months, more } }: { plan: Plan }) {
  const { t } = useTranslation("sectors");
  const { locale } = usePage();
  const shown = ({ kits, minutes }: Plan["months"][number]["recorded"]) =>
    t("counting.both", { kits: formatNumber(locale, kits), hours: formatNumber(locale, Math.round((minutes / 60) * 100) / 100) });
  return (
    <div>
      <div className="overflow-x-auto">
        <table className="w-full">
          <caption className="mb-2 text-left">{t("counting.months")}</caption>
          <thead>
            <tr>
              {(["month", "recorded", "counted"] as const).map((name) => (
                <th key={name} scope="col" className="py-1 pr-4 text-left">
                  {t(`counting.column.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, recorded, counted }) => (
              <tr key={month}>
                <th scope="row" className="py-1 pr-4 text-left font-normal">
                  {formatDate(locale, middleOf(month), "month")}
                </th>
                <td className="py-1 pr-4">{shown(recorded)}</td>
                <td className="py-1 pr-4">{shown(counted)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && <p className="mt-2">{t("counting.more", { count: more })}</p>}
    </div>
  );
}
