import type { VolunteerCertificate } from "#contract/charity/volunteer-certificates";
import type { Translate } from "~/i18n/translate";

/** Why a certificate was withdrawn: what staff wrote, or the cause in the reader's language. */
export const withdrawReasonOf = (
  { withdrawCause, withdrawReason }: Pick<VolunteerCertificate, "withdrawCause" | "withdrawReason">,
  t: Translate,
): string => (withdrawCause ? t(`hours:certificate.cause.${withdrawCause}`) : (withdrawReason ?? ""));
