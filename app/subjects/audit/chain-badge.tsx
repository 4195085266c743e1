import { Link as Chain, Unlink } from "lucide";
import { useTranslation } from "react-i18next";
import type { AuditCheck } from "#contract/law/audit";
import { Form, Submit } from "~/forms/form";
import { Badge } from "~/ui/badge";
import { LocalDate } from "~/ui/local-date";

/** The result and time of the last verification of the log, and a button to verify again. */
export function ChainBadge({ last }: { last: AuditCheck | null }) {
  const { t } = useTranslation("audit");
  return (
    <Form className="flex flex-wrap items-center gap-3">
      {last && (
        <>
          {last.fault ? (
            <>
              <Badge meaning="danger" icon={Unlink}>
                {t("chain.broken")}
              </Badge>
              <p className="basis-full">{t(`chain.fault.${last.fault.kind}`, { seq: last.fault.seq })}</p>
            </>
          ) : (
            <Badge meaning="success" icon={Chain}>
              {t(last.from === 1 ? "chain.whole" : "chain.newest", { count: last.to - last.from + 1 })}
            </Badge>
          )}
          <span className="muted">
            {t("chain.at")} <LocalDate value={last.at} style="moment" />
          </span>
        </>
      )}
      {!last && <span className="muted">{t("chain.never")}</span>}
      <Submit variant="line">{t("chain.verify")}</Submit>
    </Form>
  );
}
