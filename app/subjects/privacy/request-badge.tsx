import { Check, Clock, type IconNode, LoaderCircle, Undo2, X } from "lucide";
import { useTranslation } from "react-i18next";
import type { DataRequest } from "#contract/law/privacy";
import { Badge, type BadgeMeaning } from "~/ui/badge";

const badges: Record<DataRequest["status"], { meaning: BadgeMeaning; icon: IconNode }> = {
  open: { meaning: "warning", icon: Clock },
  running: { meaning: "information", icon: LoaderCircle },
  answered: { meaning: "success", icon: Check },
  refused: { meaning: "danger", icon: X },
  withdrawn: { meaning: "plain", icon: Undo2 },
};

/** The state of a request about personal data. */
export function RequestBadge({ status }: { status: DataRequest["status"] }) {
  const { t } = useTranslation("account");
  return <Badge {...badges[status]}>{t(`requests.states.${status}`)}</Badge>;
}
