import { Ban, Check } from "lucide";
import { useTranslation } from "react-i18next";
import { Badge } from "~/ui/badge";

export function ClientBadge({ status }: { status: "active" | "disabled" }) {
  const { t } = useTranslation("oauth-clients");
  const active = status === "active";
  return (
    <Badge meaning={active ? "success" : "plain"} icon={active ? Check : Ban}>
      {t(`status.${status}`)}
    </Badge>
  );
}
