import { Check, Package, PackageCheck, Truck, X } from "lucide";
import { useTranslation } from "react-i18next";
import type { KitKind, KitStatus } from "#contract/charity/kit-states";
import { Badge, type BadgeMeaning } from "~/ui/badge";

const badges: Record<KitStatus, { meaning: BadgeMeaning; icon: typeof Check }> = {
  ordered: { meaning: "primary", icon: Package },
  in_preparation: { meaning: "information", icon: PackageCheck },
  collected: { meaning: "information", icon: Truck },
  delivered: { meaning: "success", icon: Check },
  absent: { meaning: "danger", icon: X },
};

/** How far an order is. */
export function KitBadge({ kind, status }: { kind: KitKind; status: KitStatus }) {
  const { t } = useTranslation("kits");
  const { meaning, icon } = badges[status];
  return (
    <Badge meaning={meaning} icon={icon}>
      {t(`status.${kind}.${status}`)}
    </Badge>
  );
}
