import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/ui/button";

export type MessagePage = {
  /** The path of the conversation, without script too. */
  path: string;
  /** Whether later messages are on other pages; on this one, nobody writes. */
  isEarlier: boolean;
  hasEarlier: boolean;
};

/** The messages of one page, between the way to the earlier ones and the way back to the last ones. */
export function MessagePages({ page, messages, children }: { page: MessagePage; messages: { id: string }[]; children: ReactNode }) {
  const { t } = useTranslation("threads");
  const { path, isEarlier, hasEarlier } = page;
  return (
    <div className="grid gap-4">
      {hasEarlier && (
        <p>
          <ButtonLink to={`${path}${path.includes("?") ? "&" : "?"}before=${messages[0]?.id}`} variant="line" small>
            {t("pages.earlier")}
          </ButtonLink>
        </p>
      )}
      {children}
      {isEarlier && (
        <p>
          <ButtonLink to={path} variant="line" small>
            {t("pages.newest")}
          </ButtonLink>
        </p>
      )}
    </div>
  );
}
